/** What an agent answers when somebody asks it directly, without saying how the question came. */
@NullMarked
package io.harmonyagent.core.call;

import org.jspecify.annotations.NullMarked;
