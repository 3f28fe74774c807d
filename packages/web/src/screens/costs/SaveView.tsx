import type { CostAnswer, CostQuery } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download, Link2 } from 'lucide-react'
import type { Explorer } from './explorer.ts'

interface SaveViewProps {
  state: Explorer
  /** The question with every row as its answer. */
  all: CostQuery
  totals: CostAnswer | undefined
  overTime: CostAnswer | undefined
}

/** Ways to keep a view: its address, or its figures. */
export function SaveView({ state, all, totals, overTime }: SaveViewProps) {
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => toasts.show({ title: 'Link copied', body: 'It opens this view: measure, groups, filters and days.' }),
      () => toasts.show({ tone: 'error', title: 'The link could not be copied; it stands in the address bar.' }),
    )
  const save = (answer: CostAnswer | undefined, what: string) => {
    if (!answer) return
    // Fetched when it is wanted: most who look at costs take no file away.
    Promise.all([import('../../csv/download.ts'), import('./export-csv.ts')]).then(
      ([{ download }, { exportCsv }]) =>
        download(`costs-${what}-${answer.from}-to-${answer.to}.csv`, exportCsv(answer, state.by, state.measures)),
      () => toasts.show({ tone: 'error', title: 'The file could not be made; is Kept reachable?' }),
    )
  }
  const saveAll = () => import('../../csv/take-file.ts').then(({ takeQuery }) => takeQuery('costs', all))
  return (
    <>
      <Button icon={<Link2 size={14} className="text-faint" />} onClick={copy}>
        Copy link
      </Button>
      <Menu
        trigger={
          <Button icon={<Download size={14} className="text-faint" />} disabled={!totals}>
            CSV
          </Button>
        }
      >
        <MenuItem onSelect={() => save(totals, 'totals')}>Groups as shown</MenuItem>
        <MenuItem onSelect={saveAll}>All groups</MenuItem>
        <MenuItem onSelect={() => save(overTime, 'by-period')}>Each group by period</MenuItem>
      </Menu>
    </>
  )
}
