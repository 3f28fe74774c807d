import type { StatementDocument, StatementStep } from '@kept/domain/statement-document.ts'
import { stepLabels } from '@kept/domain/statement-labels.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'

const totals: ReadonlySet<StatementStep['kind']> = new Set(['verified', 'billed'])

/** How the ledger's amounts come to what is billed: the steps add up. */
export function StatementSteps({ document: { steps, currency } }: { document: StatementDocument }) {
  return (
    <table className="w-full text-small">
      <tbody>
        {steps.map(({ kind, amount, actions }) => (
          <tr key={kind} className="border-rule border-b">
            <th scope="row" className={cx('py-2 text-left', totals.has(kind) ? 'font-semibold' : 'font-normal')}>
              {stepLabels[kind]}
              {actions > 0 && (
                <span className="ml-2 font-normal text-micro text-faint">{counted(actions, 'action')}</span>
              )}
            </th>
            <td
              className={cx(
                'figure whitespace-nowrap py-2 pl-4 text-right',
                totals.has(kind) && 'font-semibold',
                kind === 'verified' && 'text-kept',
              )}
            >
              {formatMoney(amount, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
