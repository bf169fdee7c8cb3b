package dev.mausbot.home.turn;

/** Where a bot works. Only the box has gates; a bot set to another place is refused while turns are boxed. */
public enum Place {
    /** In a box on this machine. */
    BOX,
    /** In a virtual machine that the owner runs; a box has no way to it. */
    LOCAL_VM,
    /** On the owner's own computer; a box has no way to it. */
    THIS_COMPUTER
}
