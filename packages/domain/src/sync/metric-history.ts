/**
 * How far back the first reading of a resource's metrics goes, in days. Rules need 14 complete days, and neither the day
 * that has begun nor the one of which half was missed counts: fourteen times 24 hours are only thirteen of them after noon.
 */
export const METRIC_HISTORY_DAYS = 15
