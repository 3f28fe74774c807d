/** A security scan: many checks of one kind at one time, with what each found. */
import type { CheckSeverity } from './security-check.ts'

/** Self: sign-in and policies. Cloud: the inventory. Access: who may do what. Secrets: keys and credentials. */
export const scanKinds = ['self', 'cloud', 'access', 'secrets'] as const
export type ScanKind = (typeof scanKinds)[number]

export const scanStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type ScanStatus = (typeof scanStatuses)[number]

export const scanTriggers = ['manual', 'schedule'] as const

/** Unknown: there is something to check, and what Kept has does not answer it. The detail says what is missing. */
export const scanResultStatuses = ['pass', 'fail', 'unknown', 'not_applicable'] as const
export type ScanResultStatus = (typeof scanResultStatuses)[number]

/** What a check fails for: a resource of a cloud, or a user or API key of the organization. */
export interface ScanSubject {
  /** Empty for what is not a resource. */
  provider: string
  id: string
  name: string
}

/** What a resource that fails also costs: a recommendation for it that no one has carried out or dismissed. */
export interface SubjectRecommendation {
  id: string
  title: string
  currency: string
  /** The estimate of a 30-day month; null when it cannot be estimated. */
  monthly_savings: string | null
}

/** Estimated savings of a 30-day month in one currency. */
export interface MonthlySavings {
  currency: string
  monthly_savings: string
}

export interface ScanResult {
  check_id: string
  title: string
  severity: CheckSeverity
  status: ScanResultStatus
  /** What was found, or why it cannot be known, in one sentence. */
  detail: string
  /** How many resources, users or keys were evaluated. */
  evaluated_count: number
  failing_count: number
  /** What it fails for, at most `maxScanSubjects`. */
  subjects: ScanSubject[]
  /** The screen on which it is fixed. */
  href: string
}

export const maxScanSubjects = 50
