// wire A B DELAY_US JITTER_US LOSS_PERCENT: carries Ethernet frames between two interfaces, both ways, late and with loss.
//
// The kernels that the testbed must run on have no netem, so this stands in for it. It works below IP on purpose: ARP and
// every protocol above it suffer alike, and no firewall in a member can see or flush it.
// Frames keep their order, as they do on a cable. What overflows a queue is lost, as it is in a switch.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define QUEUE_FRAMES 8192
// A frame may be a whole train of segments that the kernel has not cut yet.
#define FRAME_BYTES (sizeof(struct virtio_net_hdr) + ETH_HLEN + 65536)
#define SOCKET_BUFFER_BYTES (32 * 1024 * 1024)

struct frame {
  uint64_t due_us;
  size_t length;
  unsigned char *bytes;
};

struct direction {
  int from;
  int to;
  struct frame queue[QUEUE_FRAMES];
  unsigned head;
  unsigned count;
  uint64_t last_due_us;
};

static struct direction directions[2];
static uint64_t delay_us;
static uint64_t jitter_us;
static double loss;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int open_interface(const char *name) {
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, 0);
  if (fd < 0) fail("socket");
  int on = 1;
  // The header carries what the kernel has put off: checksums to be filled in, segments to be cut.
  if (setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on)) fail("PACKET_VNET_HDR");
  // Only what arrives from the other end of the cable, not what we send into it.
  if (setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on)) fail("PACKET_IGNORE_OUTGOING");
  int bytes = SOCKET_BUFFER_BYTES;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes);
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)if_nametoindex(name)};
  if (address.sll_ifindex == 0) fail(name);
  if (bind(fd, (struct sockaddr *)&address, sizeof address)) fail("bind");
  return fd;
}

static void enqueue(struct direction *way, const unsigned char *bytes, size_t length) {
  if (drand48() < loss || way->count == QUEUE_FRAMES) return;
  uint64_t due_us = now_us() + delay_us + (uint64_t)(drand48() * (double)jitter_us);
  if (due_us < way->last_due_us) due_us = way->last_due_us;
  way->last_due_us = due_us;
  struct frame *frame = &way->queue[(way->head + way->count++) % QUEUE_FRAMES];
  frame->due_us = due_us;
  frame->length = length;
  frame->bytes = malloc(length);
  if (!frame->bytes) fail("malloc");
  memcpy(frame->bytes, bytes, length);
}

static void take_in(struct direction *way) {
  static unsigned char bytes[FRAME_BYTES];
  for (;;) {
    ssize_t length = recv(way->from, bytes, sizeof bytes, 0);
    if (length > 0) {
      enqueue(way, bytes, (size_t)length);
    } else if (length < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOBUFS)) {
      return;
    } else {
      // The interface is gone or down: so is the cable.
      exit(0);
    }
  }
}

static void let_out(struct direction *way) {
  uint64_t now = now_us();
  while (way->count > 0 && way->queue[way->head].due_us <= now) {
    struct frame *frame = &way->queue[way->head];
    // A frame that cannot be sent is a frame lost.
    (void)!send(way->to, frame->bytes, frame->length, 0);
    free(frame->bytes);
    way->head = (way->head + 1) % QUEUE_FRAMES;
    way->count--;
  }
}

static int64_t wait_us(void) {
  int64_t shortest = -1;
  for (int i = 0; i < 2; i++) {
    if (directions[i].count == 0) continue;
    int64_t left = (int64_t)directions[i].queue[directions[i].head].due_us - (int64_t)now_us();
    if (left < 0) left = 0;
    if (shortest < 0 || left < shortest) shortest = left;
  }
  return shortest;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: wire A B DELAY_US JITTER_US LOSS_PERCENT\n");
    return 2;
  }
  directions[0].from = directions[1].to = open_interface(argv[1]);
  directions[1].from = directions[0].to = open_interface(argv[2]);
  delay_us = strtoull(argv[3], NULL, 10);
  jitter_us = strtoull(argv[4], NULL, 10);
  loss = strtod(argv[5], NULL) / 100;
  srand48((long)now_us() ^ getpid());
  puts("ready");
  fflush(stdout);

  struct pollfd ends[2] = {{.fd = directions[0].from, .events = POLLIN}, {.fd = directions[1].from, .events = POLLIN}};
  for (;;) {
    int64_t wait = wait_us();
    struct timespec timeout = {.tv_sec = wait / 1000000, .tv_nsec = wait % 1000000 * 1000};
    if (ppoll(ends, 2, wait < 0 ? NULL : &timeout, NULL) < 0 && errno != EINTR) fail("ppoll");
    for (int i = 0; i < 2; i++) {
      if (ends[i].revents) take_in(&directions[i]);
      let_out(&directions[i]);
    }
  }
}
