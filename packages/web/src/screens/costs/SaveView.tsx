import type { CostAnswer, CostQuery } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download, Link2 } from 'lucide-react'
import type { Explorer } from './explorer.ts'

interface SaveViewProps {
  state: Explorer
  /** The query that returns every row. */
  all: CostQuery
  totals: CostAnswer | undefined
  overTime: CostAnswer | undefined
}

/** Shares a view as a link, or its figures as CSV. */
export function SaveView({ state, all, totals, overTime }: SaveViewProps) {
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () =>
        toasts.show({ title: 'Link copied', body: 'It opens this view with its metric, groups, filters, and dates.' }),
      () => toasts.show({ tone: 'error', title: 'The link could not be copied. Copy it from the address bar.' }),
    )
  const save = (answer: CostAnswer | undefined, content: string) => {
    if (!answer) return
    // Loaded on demand: most visits do not download a file.
    Promise.all([import('../../csv/download.ts'), import('./export-csv.ts')]).then(
      ([{ download }, { exportCsv }]) =>
        download(
          `costs-${content}-${answer.start_date}-to-${answer.end_date}.csv`,
          exportCsv(answer, state.groupBy, state.measures),
        ),
      () =>
        toasts.show({ tone: 'error', title: 'The file could not be created. Check your connection and try again.' }),
    )
  }
  const saveAll = () =>
    import('../../csv/download-file.ts').then(({ downloadCostQuery }) => downloadCostQuery('costs', all))
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
        <MenuItem onSelect={() => save(totals, 'totals')}>Current groups</MenuItem>
        <MenuItem onSelect={saveAll}>All groups</MenuItem>
        <MenuItem onSelect={() => save(overTime, 'by-period')}>Groups by period</MenuItem>
      </Menu>
    </>
  )
}
