import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { type View, viewOf, views } from './views.ts'

const words: Record<View, string> = {
  findings: 'Findings',
  pipeline: 'Pipeline',
  ledger: 'Ledger',
  statements: 'Statements',
}

/** From what could be saved to what was: estimate, action, ledger, statement. */
export function ViewSwitch() {
  const [search, setSearch] = useSearchState()
  return (
    <Segmented
      label="View"
      value={viewOf(search.tab)}
      options={views.map((value) => ({ value, label: words[value] }))}
      onChange={(tab) => setSearch({ tab: tab === 'findings' ? '' : tab, finding: '', page: '' })}
    />
  )
}
