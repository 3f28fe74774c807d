/** Compliance of an organization with the requirements of a framework, as checks and evidence show it. */

export const frameworkIds = ['nist-800-53', 'soc2', 'iso-27001', 'asvs', 'osps', 'finos-ccc'] as const
export type FrameworkId = (typeof frameworkIds)[number]
/** They are about Kept itself, and about the repository of a source code project, which no scan reads. */
export const frameworksWithoutChecks: readonly FrameworkId[] = ['asvs', 'osps']

/**
 * Met: evidence says so, and no check fails. Partly: checks pass or evidence covers a part. Failing: a check fails and
 * nothing shows a part. Unknown: nothing shows anything.
 */
export const requirementStatuses = ['met', 'partly', 'failing', 'not_applicable', 'unknown'] as const
export type RequirementStatus = (typeof requirementStatuses)[number]

/** What the person who uploads evidence says that it shows. */
export const evidenceClaims = ['met', 'partly', 'not_applicable'] as const
export type EvidenceClaim = (typeof evidenceClaims)[number]

/** Content types of evidence, by content and not by name. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

export const maxEvidenceBytes = 5 * 1024 ** 2
/** Evidence that is older counts for nothing: auditors look at the last twelve months. */
export const maxEvidenceDays = 365
/** Scans run once a day; an older one shows nothing of today. */
export const maxScanDays = 7

/** What is known of a requirement in a month: evidence or passing checks, a failing check, or nothing. */
export const monthCovers = ['covered', 'failing', 'nothing'] as const
export type MonthCover = (typeof monthCovers)[number]
