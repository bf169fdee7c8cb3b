package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BpfProgramTest {
    @Test
    void writesTheStructureOfTheKernel() {
        BpfProgram program = BpfProgram.loading(
                4, BpfProgram.ifEqual(0xC000_003E, BpfProgram.returning(0x7FFF_0000), BpfProgram.returning(1)));

        assertThat(HexFormat.ofDelimiter(" ").formatHex(program.bytes()))
                .isEqualTo("20 00 00 00 04 00 00 00 "
                        + "15 00 01 00 3e 00 00 c0 "
                        + "06 00 00 00 01 00 00 00 "
                        + "06 00 00 00 00 00 ff 7f");
    }

    @ParameterizedTest(name = "over {0} instructions")
    @ValueSource(ints = {1, 2, 254, 255, 256, 257, 1000, 4000})
    void jumpsOverPartsOfAnyLength(int length) {
        BpfProgram longWay = IntStream.range(1, length)
                .mapToObj(i -> 0)
                .reduce(BpfProgram.returning(2), (part, offset) -> BpfProgram.loading(offset, part), (a, b) -> a);
        BpfProgram program = BpfProgram.loading(0, BpfProgram.ifEqual(7, BpfProgram.returning(1), longWay));

        SeccompMachine machine = SeccompMachine.install(program.bytes());
        assertThat(machine.decide(0, 7).verdict()).isEqualTo(1);
        assertThat(machine.decide(0, 8).verdict()).isEqualTo(2);
    }

    @Test
    void comparesUnsigned() {
        BpfProgram program = BpfProgram.loading(
                0, BpfProgram.ifAtLeast(0x4000_0000, BpfProgram.returning(1), BpfProgram.returning(0)));

        SeccompMachine machine = SeccompMachine.install(program.bytes());
        assertThat(machine.decide(0, 0x3FFF_FFFF).verdict()).isZero();
        assertThat(machine.decide(0, 0x4000_0000).verdict()).isEqualTo(1);
        assertThat(machine.decide(0, -1).verdict()).isEqualTo(1);
    }

    @Test
    void refusesMoreInstructionsThanTheKernelTakes() {
        BpfProgram[] program = {BpfProgram.returning(0)};
        for (int i = 1; i < BpfProgram.MAX_INSTRUCTIONS; i++) {
            program[0] = BpfProgram.loading(0, program[0]);
        }
        assertThat(program[0].bytes()).hasSize(4096 * 8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BpfProgram.loading(0, program[0]))
                .withMessageContaining("4097");
    }

    @ParameterizedTest(name = "code {0}, jumps {1} and {2}")
    @CsvSource({"-1,0,0", "65536,0,0", "21,256,0", "21,0,256", "21,-1,0", "21,0,-1"})
    void refusesWhatDoesNotFitItsField(int code, int jumpIfTrue, int jumpIfFalse) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BpfProgram.Instruction(code, jumpIfTrue, jumpIfFalse, 0));
    }

    /** The interpreter of these tests must refuse what the kernel refuses, or it proves nothing. */
    @DisplayName("the kernel's checker refuses")
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "half an instruction, 06000000",
        "nothing, ''",
        "a load that is not aligned, 2000000002000000 0600000000000000",
        "a load behind the data, 2000000040000000 0600000000000000",
        "a load of a byte, 3000000000000000 0600000000000000",
        "a load from memory that was never written, 6000000000000000 0600000000000000",
        "a jump behind the end, 0500000001000000 0600000000000000",
        "a backward jump, 05000000ffffffff 0600000000000000",
        "a true branch behind the end, 1500010000000000 0600000000000000",
        "a false branch behind the end, 1500000100000000 0600000000000000",
        "an end without a return, 0600000000000000 2000000000000000",
    })
    void interpreterRefusesWhatTheKernelRefuses(String what, String hex) {
        byte[] program = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatIllegalArgumentException()
                .as(what)
                .isThrownBy(() -> SeccompMachine.install(program))
                .withMessageStartingWith("EINVAL");
    }
}
