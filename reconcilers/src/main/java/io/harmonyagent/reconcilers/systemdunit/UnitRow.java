package io.harmonyagent.reconcilers.systemdunit;

/**
 * One line of systemd's list of units.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every unit.
 *
 * @param load {@code loaded}, {@code not-found}, {@code masked}, …
 * @param path the unit's object on the bus
 * @param job the number of the job that is queued for it; 0 if there is none
 */
record UnitRow(String name, String load, String active, String sub, String path, long job) {
  private static final String TEMPLATE = "template";

  /** What there is to say of a template, which is no unit itself. */
  static UnitRow ofTemplate(String name) {
    return new UnitRow(name, TEMPLATE, "inactive", "dead", "/", 0);
  }

  boolean isTemplate() {
    return load.equals(TEMPLATE);
  }

  boolean isThere() {
    return !load.equals("not-found");
  }

  boolean isRunning() {
    return switch (active) {
      case "active", "reloading", "refreshing", "activating" -> true;
      default -> false;
    };
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof UnitRow that
            && job == that.job
            && sub.equals(that.sub)
            && active.equals(that.active)
            && load.equals(that.load)
            && name.equals(that.name)
            && path.equals(that.path));
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + sub.hashCode();
  }
}
