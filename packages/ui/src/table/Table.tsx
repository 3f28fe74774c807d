import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

/** A table. A wide table scrolls by itself, not the page; `relative` keeps its visually hidden labels inside. */
export function Table({ label, children, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section className="relative -mx-2 overflow-x-auto" tabIndex={0}>
      <table {...rest} aria-label={label} className={cx('w-full border-collapse text-small', className)}>
        {children}
      </table>
    </section>
  )
}

type SortState = 'asc' | 'desc' | false

interface ThProps extends Omit<ComponentProps<'th'>, 'children'> {
  children: ReactNode
  /** The unit of the column: "USD" or "%". */
  unit?: string
  numeric?: boolean
  sorted?: SortState
  onSort?(): void
}

/** The head of a column; with `onSort` it is a sort button. */
export function Th({ children, unit, numeric = false, sorted, onSort, className, ...rest }: ThProps) {
  const content = (
    <>
      {children}
      {unit && <span className="ml-1 font-normal text-faint">{unit}</span>}
    </>
  )
  return (
    <th
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      {...rest}
      className={cx(
        'h-8 whitespace-nowrap border-rule-strong border-b px-3 align-bottom text-micro font-medium text-soft first:pl-2 last:pr-2',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'group inline-flex h-8 items-center gap-1 hover:text-ink',
            numeric && 'flex-row-reverse',
            sorted && 'text-ink',
          )}
        >
          <span>{content}</span>
          <SortArrow sorted={sorted ?? false} />
        </button>
      ) : (
        <span className="inline-flex h-8 items-center">{content}</span>
      )}
    </th>
  )
}

function SortArrow({ sorted }: { sorted: SortState }) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <Arrow
      size={12}
      aria-hidden="true"
      className={cx('shrink-0', sorted ? '' : 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50')}
    />
  )
}

interface TdProps extends ComponentProps<'td'> {
  numeric?: boolean
}

export function Td({ numeric = false, className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      className={cx('h-row px-3 py-1 first:pl-2 last:pr-2', numeric && 'whitespace-nowrap text-right', className)}
    />
  )
}

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cx('border-rule border-b', className)} />
}
