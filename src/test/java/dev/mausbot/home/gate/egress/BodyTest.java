package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class BodyTest {
    private static final String NEXT = "GET ";

    @Property
    void chunksComeOutAsTheDataThatWentInHoweverTheyArrive(
            @ForAll @Size(max = 8) List<@Size(min = 1, max = 50) byte[]> chunks,
            @ForAll @IntRange(min = 1, max = 20) int step)
            throws MalformedMessage {
        ByteBuf sent = Unpooled.buffer();
        ByteBuf data = Unpooled.buffer();
        for (byte[] chunk : chunks) {
            ascii(sent, Integer.toHexString(chunk.length) + ";ext=1\r\n");
            sent.writeBytes(chunk);
            ascii(sent, "\r\n");
            data.writeBytes(chunk);
        }
        ascii(sent, "0\r\nTrailer: x\r\n\r\n" + NEXT);

        Inbox inbox = new Inbox();
        ByteBuf plain = Unpooled.buffer();
        moveInSteps(Body.of(new Framing.Chunked(), /* writeChunks= */ false), sent.copy(), step, inbox, plain);
        assertThat(plain).isEqualTo(data);
        assertThat(rest(inbox)).isEqualTo(NEXT);

        ByteBuf again = Unpooled.buffer();
        moveInSteps(Body.of(new Framing.Chunked(), /* writeChunks= */ true), sent.copy(), step, new Inbox(), again);
        ByteBuf decodedAgain = Unpooled.buffer();
        moveInSteps(Body.of(new Framing.Chunked(), /* writeChunks= */ false), again, 1000, new Inbox(), decodedAgain);
        assertThat(decodedAgain).isEqualTo(data);
    }

    @Property
    void aLengthTakesThatManyBytesAndNoMore(
            @ForAll @Size(max = 200) byte[] data, @ForAll @IntRange(min = 1, max = 20) int step)
            throws MalformedMessage {
        Inbox inbox = new Inbox();
        ByteBuf out = Unpooled.buffer();
        ByteBuf sent = Unpooled.buffer().writeBytes(data);
        ascii(sent, NEXT);

        moveInSteps(Body.of(new Framing.Length(data.length), /* writeChunks= */ true), sent, step, inbox, out);

        assertThat(out).isEqualTo(Unpooled.wrappedBuffer(data));
        assertThat(rest(inbox)).isEqualTo(NEXT);
    }

    @Property
    void aHeaderIsFoundHoweverItArrives(@ForAll @IntRange(min = 1, max = 40) int step) throws MalformedMessage {
        String header = "GET http://a.com/ HTTP/1.1\r\nHost: a.com\r\nA: \tb \r\n\r\n";
        ByteBuf sent = Unpooled.buffer();
        ascii(sent, header + NEXT);
        Inbox inbox = new Inbox();
        String found = null;
        while (sent.isReadable()) {
            inbox.append(sent.readBytes(Math.min(step, sent.readableBytes())));
            String header1 = found == null ? inbox.takeHeader() : null;
            found = header1 == null ? found : header1;
        }

        assertThat(found).isEqualTo(header);
        assertThat(RequestHead.parse(header).headers().values("a")).containsExactly("b");
        assertThat(rest(inbox)).isEqualTo(NEXT);
    }

    private static void moveInSteps(Body body, ByteBuf sent, int step, Inbox inbox, ByteBuf out)
            throws MalformedMessage {
        while (sent.isReadable()) {
            inbox.append(sent.readBytes(Math.min(step, sent.readableBytes())));
            body.move(inbox, out);
        }
        body.move(inbox, out);
        assertThat(body.isFinished()).isTrue();
    }

    private static void ascii(ByteBuf buffer, String text) {
        buffer.writeCharSequence(text, StandardCharsets.US_ASCII);
    }

    private static String rest(Inbox inbox) {
        ByteBuf rest = Unpooled.buffer();
        inbox.moveTo(rest, Long.MAX_VALUE);
        return rest.toString(StandardCharsets.US_ASCII);
    }
}
