/** Until when a cloud supports the versions that it runs for a customer. */

interface Published<Days> {
  /** The page on which the cloud publishes the days. */
  source: string
  /** When that page was read, or of when its copy was: it may list more since. */
  read_on: string
  /** The last day of support, YYYY-MM-DD; of a month, its last day. */
  until: Days
}

export interface SupportTable {
  /** By minor version, such as "1.34". Support ends in the order of versions: older ones than listed have none. */
  kubernetes: Published<Readonly<Record<string, string>>>
  /** By the name of the runtime in lower case. */
  runtimes: Published<readonly (readonly [RegExp, string])[]>
}
