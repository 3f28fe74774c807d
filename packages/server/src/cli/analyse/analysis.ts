/** What an analysis knows, and the one object `--json` prints. Money is text, exact. */
import type { FindingDraft, RuleOutcome } from '@kept/domain/finding.ts'
import type { Reconciliation, SetAsideRow } from '@kept/domain/ingest.ts'
import type { Verdict } from '@kept/engine/rules/run-rules.ts'
import { groupAlternatives } from '@kept/store/findings/group-alternatives.ts'
import type { Spend } from './spend.ts'

export interface Analysis extends Spend {
  formats: string[]
  formatLabels: string[]
  notes: string[]
  rows: Reconciliation['rows']
  /** The first of the rows that could not be read. */
  setAside: SetAsideRow[]
  verdict: Verdict
  reconciliation: Reconciliation
  elapsedMs: number
}

export function toJson(analysis: Analysis) {
  const { formats, rows, setAside, periods, services, movers, verdict, reconciliation, notes, elapsedMs } = analysis
  return {
    format: formats.join(', '),
    rows: { read: rows.read, kept: rows.kept, setAside: rows.set_aside },
    setAside: setAside.map(({ file, line, column, value, reason }) => ({ file, line, column, value, reason })),
    periods,
    services,
    movers,
    findings: recommendationsOf(verdict.findings).map(({ alternatives, ...finding }) => ({
      ...findingToJson(finding),
      alternatives: alternatives.map(findingToJson),
    })),
    rules: verdict.outcomes.map(outcomeToJson),
    reconciliation: {
      ok: reconciliation.ok,
      differences: reconciliation.columns
        .filter((column) => column.explanation !== '')
        .map(({ column, currency, difference, explanation }) => ({ column, currency, difference, explanation })),
      columns: reconciliation.columns.map(({ column, currency, in_file, in_warehouse, in_set_aside }) => ({
        column,
        currency,
        inFile: in_file,
        inWarehouse: in_warehouse,
        inSetAside: in_set_aside,
      })),
    },
    notes,
    elapsedMs,
  }
}

/** Alternatives on the same money under the finding that counts: the savings of the list may be added. */
export function recommendationsOf(findings: readonly FindingDraft[]) {
  return groupAlternatives(
    findings.filter(({ counted_in }) => counted_in === ''),
    findings.filter(({ counted_in }) => counted_in !== ''),
  )
}

function findingToJson(finding: FindingDraft) {
  return {
    rule: finding.rule,
    title: finding.title,
    summary: finding.summary,
    provider: finding.provider,
    service: finding.service,
    region: finding.region,
    resourceId: finding.resource_id,
    resourceName: finding.resource_name,
    monthlySaving: finding.monthly_saving,
    monthlySavingLow: finding.monthly_saving_low,
    monthlySavingHigh: finding.monthly_saving_high,
    monthlyCost: finding.monthly_cost,
    currency: finding.currency,
    confidence: finding.confidence,
    effort: finding.effort,
    risk: finding.risk,
    evidence: finding.evidence,
    steps: finding.steps,
  }
}

function outcomeToJson({ rule, findings, looked_at, why_not }: RuleOutcome) {
  return { rule, findings, lookedAt: looked_at, whyNot: why_not }
}
