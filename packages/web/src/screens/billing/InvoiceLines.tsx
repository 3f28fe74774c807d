import type { InvoiceDocument, InvoiceLine } from '@kept/domain/billing/invoice-document.ts'
import { type LocalizedFormats, localizedFormats } from '@kept/foundation/format/localized.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { type ReactNode, useState } from 'react'
import { TextLink } from '../../shell/TextLink.tsx'
import { rateOf } from './rate-of.ts'

interface InvoiceLinesProps {
  document: InvoiceDocument
  lineAction: ((lineId: string) => ReactNode) | undefined
  held: ReadonlySet<string>
}

/** The lines of an invoice: what was saved, the rate, the fee. Each opens its actions, and each action its evidence. */
export function InvoiceLines({ document: { lines, currency, locale }, lineAction, held }: InvoiceLinesProps) {
  const formats = localizedFormats(locale, currency)
  const months = new Set(lines.map(({ period }) => period))
  return (
    <table className="mt-4 w-full text-small">
      <thead>
        <tr className="border-rule-strong border-b text-micro text-faint">
          <th scope="col" className="py-1.5 pr-3 text-left font-medium" colSpan={2}>
            Verified savings by kind
          </th>
          <th scope="col" className="hidden py-1.5 pl-3 text-right font-medium @lg:table-cell print:table-cell">
            Saved, {currency}
          </th>
          <th scope="col" className="hidden py-1.5 pl-3 text-right font-medium @lg:table-cell print:table-cell">
            Rate
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            Fee, {currency}
          </th>
          {lineAction && (
            <th scope="col" className="print:hidden">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            formats={formats}
            isHeld={held.has(line.id)}
            showsMonth={months.size > 1}
            action={lineAction?.(line.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  line: InvoiceLine
  formats: LocalizedFormats
  isHeld: boolean
  /** Where the lines are about several months. */
  showsMonth: boolean
  action: ReactNode
}

function Line({ line, formats, isHeld, showsMonth, action }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const { actions } = line
  return (
    <tr className="border-rule border-b align-top">
      <td className="w-6 py-2 text-faint">{line.position}</td>
      <td className="py-2 pr-3">
        <span className="font-semibold">{line.description}</span>
        {showsMonth && <span className="text-soft">, {formats.month(line.period)}</span>}
        <span className="block text-micro text-soft">
          {counted(actions.length, 'action', 'actions')}
          {!isOpen && actions.length > 0 && `: ${namesOf(line)} `}
          {actions.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="ml-1 text-fact underline underline-offset-2 print:hidden"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Evidence'}
              <span className="sr-only"> of line {line.position}</span>
            </button>
          )}
        </span>
        {isOpen && <Actions line={line} formats={formats} />}
      </td>
      <td className="figure hidden py-2 pl-3 text-right @lg:table-cell print:table-cell">
        {formats.money(line.saved)}
      </td>
      <td className="figure hidden py-2 pl-3 text-right @lg:table-cell print:table-cell">{rateOf(line)}</td>
      <td className={cx('figure py-2 pl-3 text-right font-semibold', isHeld && 'text-faint line-through')}>
        {formats.money(line.fee)}
      </td>
      {action !== undefined && <td className="py-1.5 pl-3 text-right print:hidden">{action}</td>}
    </tr>
  )
}

const namesShown = 3

function namesOf({ actions }: InvoiceLine): string {
  const names = actions.slice(0, namesShown).map(({ title, resource }) => title || resource)
  return actions.length > namesShown ? `${names.join(', ')}, and ${actions.length - namesShown} more` : names.join(', ')
}

/** What each action saved, and its part of the fee; its ledger entries are one click away. */
function Actions({ line: { actions }, formats }: { line: InvoiceLine; formats: LocalizedFormats }) {
  return (
    <ul className="mt-2 divide-y divide-rule border-rule border-y text-micro">
      {actions.map(({ action_id, title, resource, saved, fee }) => (
        <li key={action_id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <span className="min-w-0 break-words">
            <TextLink to="/savings" search={{ tab: 'pipeline', action: action_id }}>
              {title}
            </TextLink>
            {resource && resource !== title && <span className="text-faint"> {resource}</span>}
          </span>
          <span className="figure whitespace-nowrap">
            {formats.money(saved)} saved, fee {formats.money(fee)}
          </span>
        </li>
      ))}
    </ul>
  )
}
