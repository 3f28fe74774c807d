/**
 * Which files of an export folder count. A provider that exports a month again keeps the previous export next to the
 * new one, and a manifest says which is which: reading both would count the month twice.
 *
 * Read here: AWS CUR legacy (`reportKeys`), AWS Data Exports (`dataFiles`) and Azure exports (`blobs`, `runInfo`).
 */
import { badInput } from '@kept/domain/errors.ts'
import { isObject } from '@kept/foundation/narrow.ts'

export interface Manifest {
  /** Path inside the folder, with "/" between folders. */
  path: string
  /** The month it is for: two manifests with the same subject compete. */
  subject: string
  /** What the provider calls the export; '' when the manifest does not say. */
  exportName: string
  /** The billing month, such as "2026-01"; '' when it is none, or several. */
  month: string
  /** The larger one wins. */
  order: string
  /** Paths as the provider wrote them, from the bucket's root. */
  files: string[]
  /** The folder that all exports of the subject share and other files do not; "" is the entire folder. */
  scope?: string
}

/** A manifest, or undefined when this JSON is none. */
export function readManifest(path: string, text: string): Manifest | undefined {
  const json = parse(text)
  if (!json) return undefined
  const folder = folderOf(path)
  if (isTexts(json.reportKeys)) {
    const { assemblyId, billingPeriod, reportName } = json
    const start = isObject(billingPeriod) ? String(billingPeriod.start ?? '') : ''
    // The one outside its assembly's folder is the current one: AWS rewrites it with every export.
    const copied = typeof assemblyId === 'string' && folder.split('/').includes(assemblyId)
    return {
      path,
      subject: `cur ${String(reportName ?? '')} ${start}`,
      exportName: String(reportName ?? ''),
      month: monthOf(start),
      order: copied ? '0' : '1',
      files: json.reportKeys,
      scope: copied ? folderOf(folder) : folder,
    }
  }
  if (isTexts(json.dataFiles)) {
    const period = /BILLING_PERIOD=[\d-]+/i.exec([path, ...json.dataFiles].join(' '))?.[0] ?? ''
    // In a folder of its own: a copy, or one of several executions, whose folders begin with their time.
    const executionFolder = /BILLING_PERIOD=[^/]+\/([^/]+)\//i.exec(
      path.slice(Math.max(0, path.toLowerCase().indexOf('metadata/'))),
    )?.[1]
    const executedAt = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?/.exec(executionFolder ?? '')?.[0] ?? ''
    return {
      path,
      subject: `export ${period}`,
      exportName: /([^/]+)\/metadata\//i.exec(path)?.[1] ?? '',
      month: monthOf(period.slice(period.indexOf('=') + 1)),
      order: executionFolder === undefined ? '1' : `0 ${executedAt}`.trim(),
      files: json.dataFiles,
      ...(period && { scope: period }),
    }
  }
  if (Array.isArray(json.blobs) && isObject(json.runInfo)) {
    const { submittedTime, startDate, endDate } = json.runInfo
    const config = isObject(json.exportConfig) ? json.exportConfig : {}
    return {
      path,
      subject: `azure ${String(config.exportName ?? '')} ${String(startDate)} ${String(endDate)}`,
      exportName: String(config.exportName ?? ''),
      month: monthsOf(String(endDate)).includes(monthOf(String(startDate))) ? monthOf(String(startDate)) : '',
      order: String(submittedTime ?? ''),
      files: json.blobs.flatMap((blob) => (isObject(blob) && typeof blob.blobName === 'string' ? [blob.blobName] : [])),
    }
  }
  return undefined
}

interface ChosenFiles {
  selected: string[]
  /** Files of an export that another one has replaced. */
  replaced: string[]
}

/** `paths` without the manifests themselves. */
export function chooseFiles(paths: string[], manifests: Manifest[]): ChosenFiles {
  const replaced = new Set<string>()
  const selected = new Set<string>()
  for (const [subject, rivals] of Map.groupBy(manifests, (manifest) => manifest.subject)) {
    const best = rivals.reduce((a, b) => (b.order > a.order ? b : a))
    const lists = new Set(
      rivals.filter(({ order }) => order === best.order).map(({ files }) => [...files].sort().join('\n')),
    )
    if (lists.size > 1) {
      throw badInput(
        `The folder contains ${lists.size} exports of one month and no manifest that says which is current (${subject.trim()}); upload one of them.`,
      )
    }
    const matches = best.files.map((file) => findPath(paths, file, best.path))
    const missing = best.files.filter((_, index) => matches[index] === undefined)
    if (missing.length > 0) {
      throw badInput(
        `The manifest ${best.path} names ${best.files.length} files and ${missing.length} of them are missing, the first is ${missing[0]}; upload the complete folder.`,
      )
    }
    for (const path of matches) if (path !== undefined) selected.add(path)
    for (const rival of rivals) {
      for (const file of rival.files) {
        const path = findPath(paths, file, rival.path)
        if (path !== undefined && !matches.includes(path)) replaced.add(path)
      }
      for (const path of paths) if (isWithin(path, rival.scope) && !matches.includes(path)) replaced.add(path)
    }
  }
  for (const path of selected) replaced.delete(path)
  return { selected: paths.filter((path) => !replaced.has(path)), replaced: paths.filter((path) => replaced.has(path)) }
}

/**
 * The files may be any part of the bucket, under any folder: the path whose end matches longest with the provider's, by
 * complete names; of several, the one closest to the manifest.
 */
function findPath(paths: string[], listedPath: string, manifest: string): string | undefined {
  const listedParts = listedPath.replace(/^\w+:\/\/[^/]+\//, '').split('/')
  const [best] = paths
    .map((path) => {
      const parts = path.split('/')
      let length = 0
      while (
        length < Math.min(parts.length, listedParts.length) &&
        parts.at(-1 - length) === listedParts.at(-1 - length)
      )
        length += 1
      return { path, length, near: sharedStart(path, manifest), isMatch: length > 1 || length === parts.length }
    })
    .filter(({ length, isMatch }) => isMatch && length > 0)
    .toSorted((a, b) => b.length - a.length || b.near - a.near)
  return best?.path
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

function isWithin(path: string, scope: string | undefined): boolean {
  if (scope === undefined) return false
  return scope === '' || path.startsWith(`${scope}/`) || path.includes(`/${scope}/`)
}

/** "2026-01" of "2026-01-01T00:00:00", "20260101T000000.000Z" or "2026-01". */
function monthOf(day: string): string {
  const match = /^(\d{4})-?(0[1-9]|1[0-2])/.exec(day)
  return match ? `${match[1]}-${match[2]}` : ''
}

/** The months that an end can belong to: the first midnight of a month also ends the month before. */
function monthsOf(end: string): string[] {
  const day = Date.parse(`${end.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(day) ? [] : [day - 1, day].map((time) => new Date(time).toISOString().slice(0, 7))
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
