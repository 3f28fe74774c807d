/**
 * Checks an export of the audit log from the file alone, line by line, so that a log of any length is checked in little
 * memory. The first line is signed and names both ends of the chain: an event that was edited, removed, added, moved or
 * taken from another organization contradicts it, and so does a file that ends early.
 */
import {
  type AuditCheckpoint,
  type AuditExport,
  type AuditExportLine,
  auditExportLineSchema,
  signedAuditText,
} from '@kept/domain/audit.ts'
import { type ChainHead, firstBreak, type Sha256 } from '@kept/foundation/hash/chain.ts'
import { createErasureCheck } from './erasures.ts'

interface AuditCheckTools {
  sha256: Sha256
  /** Ed25519; all three as base64 or text. */
  verify(publicKey: string, text: string, signature: string): boolean
}

export interface AuditCheckInput {
  /** The key that must have signed, as SubjectPublicKeyInfo in base64; without it, the key that the file names. */
  trustedKey?: string | undefined
  /** Checkpoints that were saved earlier, apart from this file. */
  checkpoints?: readonly AuditCheckpoint[] | undefined
}

export type AuditCheckResult =
  | { agrees: true; export: AuditExport; events: number }
  /** `sentence` names the line and what is wrong with it. */
  | { agrees: false; sentence: string }

interface AuditExportCheck {
  /** False when the file is already known to be wrong: the other lines need not be read. */
  takeLine(text: string): boolean
  finish(): AuditCheckResult
}

export function checkAuditExport(tools: AuditCheckTools, input: AuditCheckInput = {}): AuditExportCheck {
  const erasures = createErasureCheck(tools.sha256)
  const state: State = { line: 0, last: { seq: 0, hash: '' }, events: 0, checkpoints: 0, erasures }
  let failure: string | null = null
  return {
    takeLine(text) {
      state.line += 1
      failure ??= checkLine(state, text, tools, input)
      return failure === null
    },
    finish() {
      failure ??= checkEnd(state, input)
      if (failure !== null || !state.header)
        return { agrees: false, sentence: failure ?? 'The file is empty. Export the audit log again.' }
      return { agrees: true, export: state.header, events: state.events }
    },
  }
}

interface State {
  /** The number of the line, from 1. */
  line: number
  header?: AuditExport
  last: ChainHead
  events: number
  checkpoints: number
  erasures: ReturnType<typeof createErasureCheck>
}

/** What is wrong with the line, as a sentence; null when nothing is. */
function checkLine(state: State, text: string, tools: AuditCheckTools, { trustedKey, checkpoints }: AuditCheckInput) {
  const read = readLine(text)
  if (!read) return `Line ${state.line} is not a line of an audit log export.`
  if (!state.header) return takeHeader(state, read, tools, trustedKey)
  if (read.kind === 'export') return `Line ${state.line} begins another export. Verify each export as its own file.`
  const content = read.kind === 'event' ? read.event : read
  if (content.organization_id !== state.header.organization_id)
    return `Line ${state.line} belongs to another organization than the export.`
  if (read.kind === 'checkpoint') {
    state.checkpoints += 1
    const isSigned = isSignedBy(state.header.signature.public_key, read, tools)
    if (!isSigned) return `The checkpoint in line ${state.line} is not signed with the key of the export.`
    return differs(state.last, read) ? `The checkpoint in line ${state.line} does not match the event before it.` : null
  }
  const broken =
    firstBreak([read.event], state.last, tools.sha256, ({ erased }) => erased !== undefined) ??
    state.erasures.take(read.event)
  if (broken) return `Line ${state.line}: ${broken}`
  const { seq, hash } = read.event
  state.last = { seq, hash }
  state.events += 1
  const saved = checkpoints?.find((checkpoint) => checkpoint.seq === seq)
  return saved && saved.hash !== hash ? `Entry ${seq} does not match the checkpoint that you saved.` : null
}

function takeHeader(
  state: State,
  read: AuditExportLine,
  tools: AuditCheckTools,
  trustedKey: string | undefined,
): string | null {
  if (read.kind !== 'export') return 'The first line is not the signed beginning of an export.'
  if (trustedKey !== undefined && trustedKey !== read.signature.public_key)
    return 'The export is signed with another key than the one that you trust.'
  if (!isSignedBy(read.signature.public_key, read, tools)) return 'The signature of the export does not match.'
  state.header = read
  state.last = read.before
  return null
}

function checkEnd({ header, last, checkpoints, erasures }: State, input: AuditCheckInput): string | null {
  if (!header) return null
  if (differs(last, header.head))
    return `The export ends at entry ${last.seq}, but its signed beginning names entry ${header.head.seq}. Its end is missing.`
  if (checkpoints !== header.checkpoints)
    return `The export has ${checkpoints} checkpoints, but its signed beginning names ${header.checkpoints}.`
  const unexplained = erasures.finish()
  if (unexplained) return unexplained
  const later = input.checkpoints?.find(
    ({ seq, organization_id }) => organization_id === header.organization_id && seq > header.head.seq,
  )
  return later
    ? `The checkpoint that you saved names entry ${later.seq}, but the export ends at entry ${header.head.seq}.`
    : null
}

function readLine(text: string): AuditExportLine | null {
  try {
    const read = auditExportLineSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function isSignedBy(publicKey: string, signed: AuditExport | AuditCheckpoint, { verify }: AuditCheckTools): boolean {
  return signed.signature.public_key === publicKey && verify(publicKey, signedAuditText(signed), signed.signature.value)
}

function differs(last: ChainHead, { seq, hash }: ChainHead): boolean {
  return last.seq !== seq || last.hash !== hash
}
