package adjudicator.client;

/**
 * Where the opening of a game stands in public.
 *
 * @param register name of the register
 * @param leaf number of the leaf, from 0
 * @param time when it was entered, in milliseconds since 1970
 */
public record Registered(String register, long leaf, long time) {}
