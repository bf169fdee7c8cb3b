/**
 * The page: what the API tells, rendered here for a person, and forms that do what the API does. Whatever is shown goes
 * through {@link dev.mausbot.home.web.HostileText}.
 */
@NullMarked
package dev.mausbot.home.web;

import org.jspecify.annotations.NullMarked;
