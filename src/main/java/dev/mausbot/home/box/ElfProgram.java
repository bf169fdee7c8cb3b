package dev.mausbot.home.box;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The smallest executable that Linux starts: an ELF64 header, one program header, and an image that is mapped readable
 * and executable, never writable. It starts at the image's first byte with the stack that the kernel gives, and needs no
 * loader and no library, so it runs in any mount view.
 *
 * <p>Source: elf(5), System V ABI chapter 4 and 5.
 */
final class ElfProgram {
    private static final int HEADER_BYTES = 64;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int HEADERS = HEADER_BYTES + PROGRAM_HEADER_BYTES;

    /** A page that is free in every fresh process: where linkers put such programs by tradition. */
    private static final long MAPPED_AT = 0x40_0000;

    private static final long PAGE_ALIGNMENT = 0x1_0000; // aarch64 kernels may have pages of 64 KiB
    private static final int READ_AND_EXECUTE = 4 | 1;

    private ElfProgram() {}

    /** Where the image's first byte is at run time: what an absolute address inside the image counts from. */
    static long imageAddress() {
        return MAPPED_AT + HEADERS;
    }

    /** The file, ready to be written and made executable. */
    static byte[] file(Architecture architecture, byte[] image) {
        int size = HEADERS + image.length;
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        // e_ident: magic, 64 bits, little-endian, version 1, System V.
        out.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
        out.putShort((short) 2) // e_type: an executable at fixed addresses
                .putShort(machine(architecture))
                .putInt(1) // e_version
                .putLong(imageAddress()) // e_entry
                .putLong(HEADER_BYTES) // e_phoff
                .putLong(0) // e_shoff: no sections
                .putInt(0) // e_flags
                .putShort((short) HEADER_BYTES)
                .putShort((short) PROGRAM_HEADER_BYTES)
                .putShort((short) 1) // e_phnum
                .putShort((short) 0) // e_shentsize, e_shnum, e_shstrndx
                .putShort((short) 0)
                .putShort((short) 0);
        out.putInt(1) // p_type: loaded
                .putInt(READ_AND_EXECUTE)
                .putLong(0) // p_offset
                .putLong(MAPPED_AT) // p_vaddr
                .putLong(MAPPED_AT) // p_paddr
                .putLong(size) // p_filesz
                .putLong(size) // p_memsz
                .putLong(PAGE_ALIGNMENT);
        return out.put(image).array();
    }

    private static short machine(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> 62; // EM_X86_64
            case AARCH64 -> 183; // EM_AARCH64
        };
    }
}
