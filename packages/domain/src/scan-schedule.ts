/** When an organization's security scans of a kind run by themselves. */
export const scanFrequencies = ['daily', 'weekly', 'off'] as const
export type ScanFrequency = (typeof scanFrequencies)[number]

export interface ScanTimes {
  frequency: ScanFrequency
  /** 1 is Monday; null unless weekly. */
  weekday: number | null
  /** Of the local day, 0 to 23. */
  hour: number
  /** An IANA name. */
  time_zone: string
}

/** Without a schedule of its own, a kind is scanned every night. */
export const defaultScanTimes: ScanTimes = { frequency: 'daily', weekday: null, hour: 4, time_zone: 'UTC' }
