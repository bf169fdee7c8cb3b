package dev.mausbot.home.box;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An executable that makes a list of system calls itself, with no C library between, and prints one line
 * {@code name errno} for each (0 for success). It is the machine code below, which walks over the table of calls that
 * follows it.
 *
 * <p>Calls are really made: their arguments must be such that they fail even where nothing refuses them.
 */
final class SyscallProbe {
    private static final int ARGUMENTS = 6;

    /** A row of the table: length and address of the name, number, arguments. A length of 0 ends the table. */
    private static final int ROW_BYTES = (3 + ARGUMENTS) * Long.BYTES;

    /** The program for x86-64, as objdump prints it; rbx walks over the rows, rsi builds the digits on the stack. */
    private static final String X86_64 = """
            48 8d 1d 91 00 00 00 | lea  rbx, [rip + table]
            48 83 3b 00          | next:  cmp  qword [rbx], 0
            74 7e                |        je   done
            48 8b 43 10          |        mov  rax, [rbx + 16]
            48 8b 7b 18          |        mov  rdi, [rbx + 24]
            48 8b 73 20          |        mov  rsi, [rbx + 32]
            48 8b 53 28          |        mov  rdx, [rbx + 40]
            4c 8b 53 30          |        mov  r10, [rbx + 48]
            4c 8b 43 38          |        mov  r8, [rbx + 56]
            4c 8b 4b 40          |        mov  r9, [rbx + 64]
            0f 05                |        syscall
            49 89 c4             |        mov  r12, rax
            b8 01 00 00 00       |        mov  eax, 1            write(1, name, length)
            bf 01 00 00 00       |        mov  edi, 1
            48 8b 73 08          |        mov  rsi, [rbx + 8]
            48 8b 13             |        mov  rdx, [rbx]
            0f 05                |        syscall
            4c 89 e0             |        mov  rax, r12
            48 f7 d8             |        neg  rax
            48 3d ff 0f 00 00    |        cmp  rax, 4095         beyond it is a result, not an errno
            76 02                |        jbe  digits
            31 c0                |        xor  eax, eax
            48 8d 74 24 ff       | digits: lea rsi, [rsp - 1]
            c6 06 0a             |        mov  byte [rsi], '\\n'
            b9 0a 00 00 00       |        mov  ecx, 10
            31 d2                | digit: xor  edx, edx
            48 f7 f1             |        div  rcx
            80 c2 30             |        add  dl, '0'
            48 ff ce             |        dec  rsi
            88 16                |        mov  [rsi], dl
            48 85 c0             |        test rax, rax
            75 ee                |        jne  digit
            48 89 e2             |        mov  rdx, rsp
            48 29 f2             |        sub  rdx, rsi
            b8 01 00 00 00       |        mov  eax, 1            write(1, digits, length)
            bf 01 00 00 00       |        mov  edi, 1
            0f 05                |        syscall
            48 83 c3 48          |        add  rbx, 72
            e9 7c ff ff ff       |        jmp  next
            b8 3c 00 00 00       | done:  mov  eax, 60           exit(0)
            31 ff                |        xor  edi, edi
            0f 05                |        syscall
            0f 1f 40 00          |        nop                    the table is aligned to 8 bytes
            """;

    /** The same for aarch64; each instruction is one little-endian word. */
    private static final String AARCH64 = """
            93 04 00 10 |        adr  x19, table
            62 02 40 f9 | next:  ldr  x2, [x19]
            e2 03 00 b4 |        cbz  x2, done
            68 0a 40 f9 |        ldr  x8, [x19, 16]
            60 86 41 a9 |        ldp  x0, x1, [x19, 24]
            62 8e 42 a9 |        ldp  x2, x3, [x19, 40]
            64 96 43 a9 |        ldp  x4, x5, [x19, 56]
            01 00 00 d4 |        svc  0
            f4 03 00 aa |        mov  x20, x0
            08 08 80 d2 |        mov  x8, 64            write(1, name, length)
            20 00 80 d2 |        mov  x0, 1
            61 06 40 f9 |        ldr  x1, [x19, 8]
            62 02 40 f9 |        ldr  x2, [x19]
            01 00 00 d4 |        svc  0
            f4 03 14 cb |        neg  x20, x20
            9f fe 3f f1 |        cmp  x20, 4095         beyond it is a result, not an errno
            94 92 9f 9a |        csel x20, x20, xzr, ls
            e1 03 00 91 |        mov  x1, sp
            43 01 80 52 |        mov  w3, '\\n'          which is also 10
            23 fc 1f 38 |        strb w3, [x1, -1]!
            84 0a c3 9a | digit: udiv x4, x20, x3
            85 d0 03 9b |        msub x5, x4, x3, x20
            a5 c0 00 11 |        add  w5, w5, '0'
            25 fc 1f 38 |        strb w5, [x1, -1]!
            f4 03 04 aa |        mov  x20, x4
            74 ff ff b5 |        cbnz x20, digit
            e2 03 00 91 |        mov  x2, sp
            42 00 01 cb |        sub  x2, x2, x1
            08 08 80 d2 |        mov  x8, 64            write(1, digits, length)
            20 00 80 d2 |        mov  x0, 1
            01 00 00 d4 |        svc  0
            73 22 01 91 |        add  x19, x19, 72
            e1 ff ff 17 |        b    next
            a8 0b 80 d2 | done:  mov  x8, 93            exit(0)
            00 00 80 d2 |        mov  x0, 0
            01 00 00 d4 |        svc  0
            """;

    private SyscallProbe() {}

    /**
     * One call to make.
     *
     * @param name how its line begins: printable ASCII without spaces
     * @param number the call's number on the probe's architecture
     * @param arguments up to six; the others are 0
     */
    record Call(String name, int number, List<Long> arguments) {
        Call {
            arguments = List.copyOf(arguments);
            if (!name.matches("[!-~]+")) {
                throw new IllegalArgumentException("a call's name is printable ASCII without spaces: " + name);
            }
            if (arguments.size() > ARGUMENTS) {
                throw new IllegalArgumentException(name + " has " + arguments.size() + " arguments, more than six");
            }
        }
    }

    /** The executable that makes these calls in this order. */
    static byte[] executable(Architecture architecture, List<Call> calls) {
        byte[] code = switch (architecture) {
            case X86_64 -> machineCode(X86_64);
            case AARCH64 -> machineCode(AARCH64);
        };
        byte[] names = calls.stream()
                .map(call -> call.name() + " ")
                .collect(Collectors.joining())
                .getBytes(US_ASCII);
        int table = code.length;
        int afterTable = table + calls.size() * ROW_BYTES + Long.BYTES;
        ByteBuffer image = ByteBuffer.allocate(afterTable + names.length).order(ByteOrder.LITTLE_ENDIAN);
        image.put(code);
        long nameAt = ElfProgram.imageAddress() + afterTable;
        for (Call call : calls) {
            int nameLength = call.name().length() + 1;
            image.putLong(nameLength).putLong(nameAt).putLong(call.number());
            call.arguments().forEach(image::putLong);
            image.position(image.position() + (ARGUMENTS - call.arguments().size()) * Long.BYTES);
            nameAt += nameLength;
        }
        return ElfProgram.file(architecture, image.putLong(0).put(names).array());
    }

    /** The bytes of a listing: what stands before the bar of each line. */
    private static byte[] machineCode(String listing) {
        String hex = listing.lines()
                .map(line -> line.substring(0, line.indexOf('|')).replace(" ", ""))
                .collect(Collectors.joining());
        return HexFormat.of().parseHex(hex);
    }
}
