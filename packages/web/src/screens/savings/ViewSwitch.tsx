import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { type View, viewOf, views } from './views.ts'

const viewLabels: Record<View, string> = {
  recommendations: 'Recommendations',
  rules: 'Rules',
  pipeline: 'Pipeline',
  ledger: 'Ledger',
  statements: 'Statements',
}

/** Switches between the views of /savings. */
export function ViewSwitch() {
  const [search, setSearch] = useSearchState()
  return (
    <Segmented
      label="View"
      value={viewOf(search.tab)}
      options={views.map((value) => ({ value, label: viewLabels[value] }))}
      onChange={(tab) => setSearch({ tab: tab === 'recommendations' ? '' : tab, recommendation: '', page: '' })}
    />
  )
}
