package io.harmonyagent.agent.squashfs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Writes a squashfs 4.0 image with one executable file in its root directory: all that a build of
 * the agent is. Compressed by zlib, which every kernel with squashfs can read. Owned by root, dated
 * 1970, so that the same file always gives the same image. {@code unsquashfs} and the kernel are
 * the judges of the format; its parts are named here as the kernel's {@code squashfs_fs.h} does.
 */
public final class SquashImage {
  private static final int BLOCK_LOG = 17;
  private static final int BLOCK_BYTES = 1 << BLOCK_LOG;
  private static final int SUPERBLOCK_BYTES = 96;
  private static final int METADATA_BYTES = 8192;
  private static final int PADDED_TO = 4096;

  private static final int MAGIC = 0x73717368;
  private static final int ZLIB = 1;
  private static final int NO_FRAGMENTS = 0x10;
  private static final int NO_XATTRS = 0x200;
  private static final int DIRECTORY = 1;
  private static final int FILE = 2;
  private static final int EXECUTABLE = 0755;
  private static final long NONE = -1;
  private static final long NO_FRAGMENT = 0xffffffffL;
  private static final int STORED_BLOCK = 1 << 24;
  private static final int STORED_METADATA = 0x8000;
  private static final int DOTS = 3;

  private static final int ROOT_INODE = 1;
  private static final int FILE_INODE = 2;
  private static final int INODES = 2;

  private final List<Integer> blockSizes = new ArrayList<>();
  private long fileSize;
  private long position = SUPERBLOCK_BYTES;

  private SquashImage() {}

  /** Makes {@code image}; {@code name} is what the file is called inside of it. */
  public static void write(InputStream content, String name, Path image) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            image,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      new SquashImage().write(content, name, out);
    }
  }

  private void write(InputStream content, String name, FileChannel out) throws IOException {
    writeBlocks(content, out);
    long inodeTable = position;
    byte[] file = fileInode();
    byte[] names = directory(name);
    append(out, metadata(concatenated(file, rootInode(names.length))));
    long directoryTable = position;
    append(out, metadata(names));
    long ids = position;
    append(out, metadata(new LittleEndian().u32(0).toBytes()));
    long idTable = position;
    append(out, new LittleEndian().u64(ids).toBytes());
    byte[] superblock =
        new LittleEndian()
            .u32(MAGIC)
            .u32(INODES)
            .u32(0)
            .u32(BLOCK_BYTES)
            .u32(0)
            .u16(ZLIB)
            .u16(BLOCK_LOG)
            .u16(NO_FRAGMENTS | NO_XATTRS)
            .u16(1)
            .u16(4)
            .u16(0)
            // The root's inode: the block of the table in the upper bits, its place there below.
            .u64(file.length)
            .u64(position)
            .u64(idTable)
            .u64(NONE)
            .u64(inodeTable)
            .u64(directoryTable)
            .u64(NONE)
            .u64(NONE)
            .toBytes();
    // A loop device has whole sectors only.
    append(out, new byte[(int) (-position & (PADDED_TO - 1))]);
    write(out, superblock, 0);
  }

  private void writeBlocks(InputStream content, FileChannel out) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    byte[] smaller = new byte[BLOCK_BYTES];
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      for (int length = content.readNBytes(block, 0, block.length);
          length > 0;
          length = content.readNBytes(block, 0, block.length)) {
        deflater.reset();
        deflater.setInput(block, 0, length);
        deflater.finish();
        int size = deflater.deflate(smaller);
        boolean isSmaller = deflater.finished() && size < length;
        append(out, isSmaller ? Arrays.copyOf(smaller, size) : Arrays.copyOf(block, length));
        blockSizes.add(isSmaller ? size : length | STORED_BLOCK);
        fileSize += length;
      }
    } finally {
      deflater.end();
    }
  }

  private byte[] fileInode() throws IOException {
    if (fileSize > Integer.MAX_VALUE) {
      throw new IOException("a file of " + fileSize + " bytes is too large for this image");
    }
    LittleEndian inode =
        inode(FILE, FILE_INODE).u32(SUPERBLOCK_BYTES).u32(NO_FRAGMENT).u32(0).u32(fileSize);
    blockSizes.forEach(inode::u32);
    return inode.toBytes();
  }

  private static byte[] rootInode(int bytesOfNames) {
    return inode(DIRECTORY, ROOT_INODE)
        .u32(0)
        .u32(2)
        .u16(bytesOfNames + DOTS)
        .u16(0)
        .u32(INODES + 1)
        .toBytes();
  }

  private static LittleEndian inode(int type, int number) {
    return new LittleEndian().u16(type).u16(EXECUTABLE).u16(0).u16(0).u32(0).u32(number);
  }

  /** The names in the root: one, whose inode is the first of its table. */
  private static byte[] directory(String name) {
    byte[] letters = name.getBytes(StandardCharsets.UTF_8);
    return new LittleEndian()
        .u32(0)
        .u32(0)
        .u32(FILE_INODE)
        .u16(0)
        .u16(0)
        .u16(FILE)
        .u16(letters.length - 1)
        .raw(letters)
        .toBytes();
  }

  /** Stored as it is: there is so little of it. */
  private static byte[] metadata(byte[] content) throws IOException {
    LittleEndian out = new LittleEndian();
    if (content.length > METADATA_BYTES) {
      throw new IOException("the file is too large for this image");
    }
    return out.u16(content.length | STORED_METADATA).raw(content).toBytes();
  }

  private void append(FileChannel out, byte[] bytes) throws IOException {
    write(out, bytes, position);
    position += bytes.length;
  }

  private static void write(FileChannel out, byte[] bytes, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      out.write(buffer, at + buffer.position());
    }
  }

  private static byte[] concatenated(byte[] one, byte[] other) {
    return new LittleEndian().raw(one).raw(other).toBytes();
  }
}
