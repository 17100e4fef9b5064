/*
 * writer CLIENT FILE PACE_MS PATIENCE_MS CONNINFO: a client of the database that writes numbers, one after the other, and
 * notes what it was told of each. It rests on libpq, as applications do: CONNINFO may name several hosts.
 *
 * With a PATIENCE of 0 it keeps its session for as long as libpq does, and a statement waits for its answer for ever: it is
 * the session that was there before the fault. Otherwise it gives an answer that long, and opens a session anew after a
 * failure and every twentieth write.
 *
 * Each line of FILE is on its way to the kernel before the next write is sent, so it outlives this process. All times are
 * CLOCK_MONOTONIC in nanoseconds, which on one machine is the same for everybody:
 *   connected NOW ADDRESS
 *   acked     NUMBER SENT ENDED ADDRESS WAL_FILE LSN EXECUTED   the commit was acknowledged without a warning
 *   refused   NUMBER SENT ENDED SQLSTATE                        the server said no: rolled back
 *   unknown   NUMBER SENT ENDED REASON                          no answer, or one with a warning: it may be there or not
 *   failed    SINCE ENDED REASON                                no session could be opened
 */
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WRITES_PER_SESSION = 20, LAST_WAIT_MS = 2000 };

static volatile sig_atomic_t stopping;
static bool warned;
static FILE *journal;

static long long clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static void stop(int signal_number) {
  (void)signal_number;
  stopping = 1;
}

/* "The transaction has already committed locally, but might not have been replicated": no acknowledgement. */
static void heard(void *context, const PGresult *result) {
  (void)context;
  (void)result;
  warned = true;
}

static void pause_ms(long ms) {
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

/* One word of a message, so that a line stays a line of words. */
static const char *word(const char *text) {
  static char clean[120];
  size_t length = 0;
  for (; text && *text && length < sizeof clean - 1; text++)
    clean[length++] = *text <= ' ' ? '_' : *text;
  while (length > 0 && clean[length - 1] == '_')
    length--;
  clean[length] = 0;
  return length ? clean : "-";
}

static void address_of(PGconn *session, char *address, size_t size) {
  PGresult *result = PQexec(session, "select host(inet_server_addr())");
  snprintf(address, size, "%s", PQresultStatus(result) == PGRES_TUPLES_OK ? PQgetvalue(result, 0, 0) : "-");
  PQclear(result);
}

static PGconn *open_session(const char *conninfo) {
  long long since = now_ns();
  PGconn *session = PQconnectdb(conninfo);
  if (PQstatus(session) == CONNECTION_OK) {
    char address[64];
    address_of(session, address, sizeof address);
    PQsetNoticeReceiver(session, heard, NULL);
    fprintf(journal, "connected %lld %s\n", now_ns(), address);
    return session;
  }
  fprintf(journal, "failed %lld %lld %s\n", since, now_ns(), word(PQerrorMessage(session)));
  PQfinish(session);
  return NULL;
}

/* Whether all of the answer has come, commit included; false when there was none in time. */
static bool await_answer(PGconn *session, long patience_ms) {
  long long deadline = patience_ms ? now_ns() + patience_ms * 1000000LL : 0;
  bool last_wait = false;
  while (PQisBusy(session)) {
    if (stopping && !last_wait) {
      deadline = now_ns() + LAST_WAIT_MS * 1000000LL;
      last_wait = true;
    }
    if (deadline && now_ns() > deadline)
      return false;
    struct pollfd socket = {.fd = PQsocket(session), .events = POLLIN};
    poll(&socket, 1, 50);
    if (socket.revents && !PQconsumeInput(session))
      return false;
  }
  return true;
}

static void note_acked(long number, long long sent, PGresult *row) {
  long long ended = now_ns();
  long long ago = clock_ns(CLOCK_REALTIME) - atoll(PQgetvalue(row, 0, 3)) * 1000;
  fprintf(journal, "acked %ld %lld %lld %s %s %s %lld\n", number, sent, ended, PQgetvalue(row, 0, 0),
          PQgetvalue(row, 0, 1), PQgetvalue(row, 0, 2), ended - ago);
}

/* Returns whether the session is still of use. */
static bool write_number(PGconn *session, const char *client, long number, long patience_ms) {
  char statement[512];
  snprintf(statement, sizeof statement,
           "insert into chaos.writes(client, number) values ('%s', %ld) returning host(inet_server_addr()),"
           " pg_walfile_name(pg_current_wal_insert_lsn()), pg_current_wal_insert_lsn() - '0/0',"
           " (extract(epoch from clock_timestamp()) * 1000000)::bigint",
           client, number);
  warned = false;
  long long sent = now_ns();
  if (!PQsendQuery(session, statement)) {
    fprintf(journal, "unknown %ld %lld %lld %s\n", number, sent, now_ns(), word(PQerrorMessage(session)));
    return false;
  }
  PGresult *last = NULL;
  for (;;) {
    if (!await_answer(session, patience_ms)) {
      fprintf(journal, "unknown %ld %lld %lld %s\n", number, sent, now_ns(),
              PQstatus(session) == CONNECTION_OK ? "no_answer" : word(PQerrorMessage(session)));
      PQclear(last);
      return false;
    }
    PGresult *next = PQgetResult(session);
    if (!next)
      break;
    PQclear(last);
    last = next;
  }
  bool usable = PQstatus(session) == CONNECTION_OK;
  const char *state = PQresultErrorField(last, PG_DIAG_SQLSTATE);
  if (PQresultStatus(last) == PGRES_TUPLES_OK && !warned)
    note_acked(number, sent, last);
  else if (state && usable && !warned)
    fprintf(journal, "refused %ld %lld %lld %s\n", number, sent, now_ns(), state);
  else
    fprintf(journal, "unknown %ld %lld %lld %s\n", number, sent, now_ns(),
            warned ? "warned" : word(PQresultErrorMessage(last)));
  /* A session on a site that takes no writes (any more) is of no use to a writer. */
  if (PQresultStatus(last) != PGRES_TUPLES_OK && patience_ms)
    usable = false;
  PQclear(last);
  return usable;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: writer CLIENT FILE PACE_MS PATIENCE_MS CONNINFO\n");
    return 2;
  }
  const char *client = arguments[1];
  long pace_ms = atol(arguments[3]), patience_ms = atol(arguments[4]);
  journal = fopen(arguments[2], "a");
  if (!journal) {
    perror(arguments[2]);
    return 1;
  }
  setvbuf(journal, NULL, _IOLBF, 0);
  struct sigaction on_stop = {.sa_handler = stop};
  sigaction(SIGTERM, &on_stop, NULL);
  signal(SIGPIPE, SIG_IGN);

  PGconn *session = NULL;
  long in_session = 0;
  for (long number = 1; !stopping;) {
    if (!session) {
      session = open_session(arguments[5]);
      in_session = 0;
      if (!session) {
        pause_ms(20);
        continue;
      }
    }
    bool usable = write_number(session, client, number++, patience_ms);
    if (!usable || (patience_ms && ++in_session >= WRITES_PER_SESSION)) {
      PQfinish(session);
      session = NULL;
    }
    pause_ms(pace_ms);
  }
  PQfinish(session);
  fclose(journal);
  return 0;
}
