import type { CostAnswer, CostQuery } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { MenuItem, MenuLabel } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Link2 } from 'lucide-react'
import { ExportMenu } from '../../csv/ExportMenu.tsx'
import type { RunExport } from '../../csv/useExport.ts'
import type { Explorer } from './explorer.ts'

interface ShareViewProps {
  state: Explorer
  /** The query that returns every row. */
  all: CostQuery
  totals: CostAnswer | undefined
  overTime: CostAnswer | undefined
}

/** As in every export menu; the names of the other formats go on for screen readers. */
const formats = [
  { format: 'csv', label: 'As CSV', suffix: '' },
  { format: 'excel', label: 'As Excel', suffix: ' (Excel)' },
  { format: 'pdf', label: 'As PDF', suffix: ' (PDF)' },
] as const
type Format = (typeof formats)[number]['format']

/** Shares a view as a link, or exports its figures. */
export function ShareView({ state, all, totals, overTime }: ShareViewProps) {
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () =>
        toasts.show({ title: 'Link copied', body: 'It opens this view with its metric, groups, filters, and dates.' }),
      () => toasts.show({ tone: 'error', title: 'The link could not be copied. Copy it from the address bar.' }),
    )
  const answers = [
    { name: 'totals', label: 'Current groups', answer: totals },
    { name: 'by-period', label: 'Groups by period', answer: overTime },
  ]
  const save = (run: RunExport, name: string, answer: CostAnswer, format: Format) =>
    run((file) =>
      file.downloadList(
        `costs-${name}-${answer.start_date}-to-${answer.end_date}`,
        async () => (await import('./export-costs.ts')).costList(answer, state.groupBy, state.measures),
        format,
      ),
    )
  return (
    <>
      <Button icon={<Link2 size={14} className="text-faint" />} onClick={copy}>
        Copy link
      </Button>
      <ExportMenu name="costs">
        {(run) =>
          formats.map(({ format, label, suffix }) => (
            <div key={format}>
              <MenuLabel>{label}</MenuLabel>
              {answers.map(
                ({ name, label: content, answer }) =>
                  answer && (
                    <MenuItem key={name} onSelect={() => save(run, name, answer, format)}>
                      {content}
                      <span className="sr-only">{suffix}</span>
                    </MenuItem>
                  ),
              )}
              <MenuItem onSelect={() => run((file) => file.downloadCostQuery('costs', all, format))}>
                All groups
                <span className="sr-only">{suffix}</span>
              </MenuItem>
            </div>
          ))
        }
      </ExportMenu>
    </>
  )
}
