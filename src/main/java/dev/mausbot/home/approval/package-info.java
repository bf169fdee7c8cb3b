/**
 * What bots ask their owner: cards, the rules that spare the owner some of them, and what engines' hooks tell.
 */
@NullMarked
package dev.mausbot.home.approval;

import org.jspecify.annotations.NullMarked;
