/** Calculates a report: its definition, the days it covers, and the figures of each section. */
import { KeptError } from '@kept/domain/errors.ts'
import { permissionsOfSections, type ReportDefinition, type ReportSection } from '@kept/domain/report.ts'
import type { ReportBlock, ReportDocument } from '@kept/domain/report-document.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { resolvePeriod } from '@kept/engine/reports/report-period.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { reports as standardReports } from '@kept/store/ledger/reports/all.ts'
import { runReport } from '@kept/store/ledger/reports/run-report.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { listRecommendations } from '@kept/store/recommendations/list.ts'
import { bookedByPart } from '@kept/store/savings/realized.ts'
import { describeBudgets } from '../budgets/public/budget-changes.ts'
import type { Services } from '../platform/context.ts'
import { costQueryOf, costsBlocks } from './blocks/costs-block.ts'
import { budgetsBlock, recommendationsBlock, savingsBlock, standardBlock } from './blocks/list-blocks.ts'

interface BuildOptions {
  organization: string
  /** The local day of the run, which named periods follow. */
  today: string
  signal?: AbortSignal | undefined
}

/** Throws KeptError `bad_input` for a section that cannot be calculated, naming the section. */
export async function buildDocument(
  services: Services,
  scope: Scope,
  report: ReportDefinition,
  { organization, today, signal }: BuildOptions,
): Promise<ReportDocument> {
  const days = resolvePeriod(report.period, today)
  const blocks: ReportBlock[] = []
  for (const [index, section] of report.sections.entries()) {
    signal?.throwIfAborted()
    try {
      blocks.push(...(await blocksOf(services, scope, { report, section, days, signal })))
    } catch (error) {
      if (!(error instanceof KeptError)) throw error
      const name = section.title || `Section ${index + 1}`
      throw new KeptError(error.code, `${name}: ${error.message}`, { cause: error })
    }
  }
  return {
    title: report.name,
    description: report.description,
    organization,
    ...days,
    generated_at: services.now().toISOString(),
    needs: permissionsOfSections(report.sections),
    blocks,
  }
}

interface SectionRequest {
  report: ReportDefinition
  section: ReportSection
  days: { start_date: string; end_date: string }
  signal: AbortSignal | undefined
}

async function blocksOf(services: Services, scope: Scope, request: SectionRequest): Promise<ReportBlock[]> {
  const { report, section, days, signal } = request
  const { database, warehouse } = services.state
  switch (section.kind) {
    case 'text':
      return [section]
    case 'costs': {
      const { loadIds, availableSpan } = await currentLedger(database, scope)
      const query = costQueryOf(section, report, days)
      return costsBlocks(section, await explore(warehouse, scope, loadIds, query, signal, availableSpan))
    }
    case 'recommendations': {
      const { recommendations } = await listRecommendations(database, scope, { status: 'open' })
      return [recommendationsBlock(section, recommendations)]
    }
    case 'savings': {
      const [first, last] = [days.start_date.slice(0, 7), days.end_date]
      const booked = await bookedByPart(database, scope)
      return [
        savingsBlock(
          section,
          booked.filter(({ period }) => period >= first && `${period}-01` < last),
        ),
      ]
    }
    case 'budgets':
      return [budgetsBlock(section, await describeBudgets(services, scope))]
    case 'standard': {
      const standard = standardReports.find(({ id }) => id === section.report)
      if (!standard) throw new KeptError('bad_input', `There is no standard report "${section.report}".`)
      const table = await runReport(
        warehouse,
        scope,
        await currentLoadIds(database, scope),
        { id: section.report, ...days, parameters: section.parameters, page_size: section.limit },
        signal,
      )
      return [standardBlock(section, standard, table)]
    }
  }
}
