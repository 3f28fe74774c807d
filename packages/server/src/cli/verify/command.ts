/**
 * `kept verify <file> --bill <files>`: recalculates every amount of a statement or an invoice from your own bill.
 * `kept verify <audit.jsonl>`: checks an export of the audit log, which may be CSV or PDF too. `kept verify <report>`: the
 * signature of a compliance report, PDF or JSON. The file's content decides which it is.
 */

import { badInput } from '@kept/domain/errors.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { nanoText } from '@kept/engine/savings/exact.ts'
import { Command } from 'commander'
import { isPdf, readAttachedStatement } from '../../billing/documents/reading/read-invoice.ts'
import type { Terminal } from '../terminal.ts'
import { isAuditExport, readAuditCheckpoints, verifyAuditFile } from './audit-file.ts'
import { checkWithoutBill, notRecalculated, type PaperRequest } from './check-without-bill.ts'
import {
  type ComplianceReport,
  checkComplianceReport,
  readComplianceReport,
  titleOfReport,
} from './compliance-report.ts'
import { hasSearch } from './has-search.ts'
import { checkSignedFile, type SignedFileResult } from './signed-file.ts'
import { readCheckpoints, readKey, readStatement } from './statement-file.ts'
import { type VerificationResult, verifyStatement } from './verify-statement.ts'

interface Options {
  bill?: string[]
  key?: string
  checkpoint?: string
  baselines?: boolean
  replacements: boolean
  json?: boolean
}

export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description(
      'Recalculate every amount of a savings statement or an invoice from your own bill, or check an audit log export. Works offline and stores nothing',
    )
    .argument(
      '<file>',
      'statement (JSON or PDF), invoice (PDF), audit log export (JSON Lines, CSV or PDF), or compliance report (PDF or OSCAL JSON)',
    )
    .option(
      '--bill <files...>',
      'for a statement or invoice: your bill of that month, files or folders as exported by your provider; without it, savings are not recalculated',
    )
    .option('--key <file>', 'public key you trust (PEM); default: the key named in the file')
    .option('--checkpoint <file>', 'file with checkpoints of the ledger or of the audit log that you saved earlier')
    .option('--baselines', 'also recalculate the frozen baselines; needs the bills of the weeks before each action')
    .option('--no-replacements', 'trust the replacements in the statement instead of searching the bills for them')
    .option('--json', 'print JSON')
    .addHelpText('after', verifyHelp)
    .action((path: string, options: Options) => verifyFile(terminal, path, options))
}

async function verifyFile(terminal: Terminal, path: string, options: Options): Promise<void> {
  if (await isAuditExport(path)) return verifyAuditLog(terminal, path, options)
  const report = readComplianceReport(path)
  if (report) return verifyCompliance(terminal, report, options)
  const signedFile = await checkSignedFile(path, await readKey(options.key))
  if (signedFile) return reportSignedFile(terminal, signedFile, options)
  if (!options.bill?.length && options.baselines)
    throw badInput('Baselines are recalculated from your bills. Add --bill with their files or folders.')
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    await verifySavings(terminal, path, options, stop.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

/** A statement, alone or attached to a PDF, or an invoice. */
async function verifySavings(terminal: Terminal, path: string, options: Options, signal: AbortSignal): Promise<void> {
  const request = {
    bills: options.bill ?? [],
    trustedKey: await readKey(options.key),
    checkpoints: await readCheckpoints(options.checkpoint),
    environment: process.env,
    ...(options.baselines && { baselines: true }),
    replacements: options.replacements,
    signal,
  }
  const isDocument = await isPdf(path)
  const attached = isDocument ? await readAttachedStatement(path) : undefined
  if (isDocument && !attached) {
    // Fonts and the drawing of pages are needed for invoices only.
    const { reportInvoice } = await import('./invoice/invoice-report.ts')
    return await reportInvoice(terminal, path, { ...request, json: options.json ?? false })
  }
  const statement = attached ?? (await readStatement(path))
  if (attached && !options.json)
    terminal.out('Reading the signed statement attached to the PDF. The pages around it are not compared.\n')
  if (request.bills.length === 0) return reportWithoutBill(terminal, { ...request, statement }, options)
  reportVerification(terminal, statement, await verifyStatement({ ...request, statement }), options)
}

function reportVerification(
  terminal: Terminal,
  statement: Statement,
  verification: VerificationResult,
  options: Options,
): void {
  if (!verification.agrees) process.exitCode = 1
  if (options.json) terminal.out(`${JSON.stringify({ period: statement.period, ...verification }, null, 2)}\n`)
  else if (verification.agrees) describeVerified(terminal, statement, verification, options)
  else terminal.out(`${terminal.style('bad', 'Does not match.')} ${verification.sentence}\n`)
}

function describeVerified(
  terminal: Terminal,
  statement: Statement,
  verification: VerificationResult & { agrees: true },
  options: Options,
): void {
  const { currency, net, commission, entries, period, held } = statement
  terminal.out(
    `${terminal.style('good', 'Verified.')} ${period}: ${entries.length} entries, ${nanoText(BigInt(net))} ${currency} saved, fee ${commission.fee} ${currency}, recalculated from ${verification.rows} rows of your bill.\n`,
  )
  if (verification.skipped > 0)
    terminal.out(
      `Skipped ${verification.skipped} unreadable ${verification.skipped === 1 ? 'row' : 'rows'} of other months.\n`,
    )
  const replacements = describeReplacements(statement, verification)
  if (replacements) terminal.out(`${replacements}\n`)
  terminal.out(`${describeBaselines(statement, verification)}\n`)
  if (!options.key)
    terminal.out(
      'The signature matches the key named in the statement. Use --key to check it against a key you trust.\n',
    )
  for (const { actions, resources } of statement.substitution?.uncertain_groups ?? [])
    terminal.out(
      `Not checked: ${resources} ${resources === 1 ? 'resource' : 'resources'} with the same purpose as ${actions.map((id) => `"${id}"`).join(', ')}. Usage varies too much to tell whether they are replacements.\n`,
    )
  for (const { lineage, reason } of held) terminal.out(`No saving claimed for ${lineage}: ${reason}\n`)
}

/** Says what is consistent, and what only a bill can show. */
function reportWithoutBill(terminal: Terminal, request: PaperRequest, { json }: Options): void {
  const { period, commission, currency } = request.statement
  const sentence = checkWithoutBill(request)
  if (sentence !== null) process.exitCode = 1
  const result = sentence === null ? { agrees: true, recalculated: false } : { agrees: false, sentence }
  const report =
    sentence === null
      ? `${terminal.style('good', 'Consistent.')} ${period}: the fee of ${commission.fee} ${currency} follows from the entries. Ledger and signature match.\n${notRecalculated([period])}`
      : `${terminal.style('bad', 'Does not match.')} ${sentence}\n`
  terminal.out(json ? `${JSON.stringify({ period, ...result }, null, 2)}\n` : report)
}

async function verifyAuditLog(terminal: Terminal, path: string, options: Options): Promise<void> {
  const result = await verifyAuditFile(path, {
    trustedKey: await readKey(options.key),
    checkpoints: await readAuditCheckpoints(options.checkpoint),
  })
  if (!result.agrees) process.exitCode = 1
  if (options.json) return terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  if (!result.agrees) return terminal.out(`${terminal.style('bad', 'Does not match.')} ${result.sentence}\n`)
  const { before, head, exported_at, organization_id, checkpoints } = result.export
  const range = result.events === 0 ? 'no entries' : `entries ${before.seq + 1} to ${head.seq}`
  terminal.out(
    `${terminal.style('good', 'Verified.')} Audit log of ${organization_id}: ${range}, ${checkpoints} checkpoints, exported ${exported_at}.\n`,
  )
  if (!options.key)
    terminal.out('The signature matches the key named in the export. Use --key to check it against a key you trust.\n')
}

async function verifyCompliance(terminal: Terminal, report: ComplianceReport, options: Options): Promise<void> {
  const sentence = checkComplianceReport(report, await readKey(options.key))
  if (sentence !== null) process.exitCode = 1
  const { results } = report['assessment-results']
  const requirements = results.reduce((sum, { findings }) => sum + findings.length, 0)
  if (options.json)
    return terminal.out(`${JSON.stringify({ agrees: sentence === null, sentence, requirements }, null, 2)}\n`)
  if (sentence !== null) return terminal.out(`${terminal.style('bad', 'Does not match.')} ${sentence}\n`)
  terminal.out(`${terminal.style('good', 'Verified.')} ${titleOfReport(report)}\n`)
  if (!options.key)
    terminal.out('The signature matches the key named in the report. Use --key to check it against a key you trust.\n')
}

function reportSignedFile(terminal: Terminal, result: SignedFileResult, { json, key }: Options): void {
  if (!result.agrees) process.exitCode = 1
  if (json) terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  else if (!result.agrees) terminal.out(`${terminal.style('bad', 'Does not match.')} ${result.sentence}\n`)
  else {
    terminal.out(`${terminal.style('good', 'Verified.')} ${result.title}\nEvery byte is as it was signed.\n`)
    if (!key)
      terminal.out('The signature matches the key named in the file. Use --key to check it against a key you trust.\n')
  }
}

/** Describes how replacements were checked; undefined when the statement rests on none. */
function describeReplacements(statement: Statement, verification: VerificationResult): string | undefined {
  if (!hasSearch(statement)) return undefined
  const checked = verification.agrees ? verification.replacements : undefined
  if (!checked) return 'Replacements taken from the statement. Omit --no-replacements to search for them in your bills.'
  const { stated, missing } = checked
  return missing
    ? `Replacements: ${stated} in the statement, no others found in these bills. For a complete search, add all bills from ${missing.from} to ${missing.to}.`
    : `Replacements: ${stated} found in your bills, same as in the statement.`
}

/** Describes how the baselines were checked. */
function describeBaselines({ baselines }: Statement, verification: VerificationResult): string {
  const checked = verification.agrees ? verification.baselines : undefined
  if (baselines.length === 0) return 'Baselines: none used.'
  if (!checked)
    return `Baselines: ${baselines.length} taken from the statement. Use --baselines with the bills of the weeks before to recalculate them.`
  const { reproduced, not_given, missing } = checked
  const missingText = missing ? ` ${not_given} not checked: add all bills from ${missing.from} to ${missing.to}.` : ''
  return `Baselines: ${reproduced} of ${baselines.length} recalculated from your older bills, all match.${missingText}`
}

const verifyHelp = `
Exit codes: 0 everything that was checked matches; 1 an amount or an entry does not match (the first one is named); 2 the check failed (a file
is missing or not a statement, or rows of its month could not be read).

Examples:
  kept verify audit-log-2026-09-30.jsonl --key kept.pem
  kept verify audit-log-2026-09-30.pdf --key kept.pem
  kept verify compliance-soc2-2026-09-30.pdf --key kept.pem
  kept verify soc2.oscal.json --key kept.pem
  kept verify 2026-09.statement.json --bill cur/2026-09/ --key kept.pem
  kept verify 2026-09-USD.statement.pdf --bill cur/2026-09/
  kept verify KPT-2026-0007.pdf
  kept verify KPT-2026-0007.pdf --bill cur/2026-09/ --key kept.pem`
