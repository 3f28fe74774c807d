import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Findings } from './Findings.tsx'
import { Ledger } from './Ledger.tsx'
import { Pipeline } from './Pipeline.tsx'
import { Statements } from './Statements.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import { viewOf } from './views.ts'

const words = {
  pipeline: 'What was done, and whether the bill shows it. An action counts from the hour in which it does.',
  ledger:
    'What was saved, worked out from your bill. Entries are only ever added; each carries the hash of the one before.',
  statements: 'A statement for each month, signed. With your own bill anybody can work it out again, offline.',
} as const

/** Savings from estimate to proof: findings, what was done, the ledger, the statements. */
export function Draw() {
  const [search] = useSearchState()
  const view = viewOf(search.tab)
  if (view === 'findings') return <Findings />
  return (
    <Page title="Savings" words={words[view]} actions={<ViewSwitch />}>
      {view === 'pipeline' ? <Pipeline /> : view === 'ledger' ? <Ledger /> : <Statements />}
    </Page>
  )
}
