import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Ledger } from './Ledger.tsx'
import { Pipeline } from './Pipeline.tsx'
import { Recommendations } from './Recommendations.tsx'
import { Rules } from './Rules.tsx'
import { Statements } from './Statements.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import { viewOf } from './views.ts'

const descriptions = {
  rules: 'What each rule checked, what it found, and which data it lacks.',
  pipeline: 'Your actions, and whether your bill shows them. An action counts from the hour it does.',
  ledger:
    'Savings calculated from your bill. Entries are never changed, and each contains the hash of the one before it.',
  statements: 'A signed statement for each month. Anyone can verify it offline with your bill.',
} as const

const panels = { rules: <Rules />, pipeline: <Pipeline />, ledger: <Ledger />, statements: <Statements /> } as const

/** Savings from recommendation to statement: recommendations, actions, the ledger, and statements. */
export function SavingsScreen() {
  const [search] = useSearchState()
  const view = viewOf(search.tab)
  if (view === 'recommendations') return <Recommendations />
  return (
    <Page title="Savings" description={descriptions[view]} actions={<ViewSwitch />}>
      {panels[view]}
    </Page>
  )
}
