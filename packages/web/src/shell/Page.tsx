import { type ReactNode, useEffect } from 'react'

interface PageProps {
  title: string
  /** A sentence under the title: what this page answers. */
  description?: ReactNode
  /** Controls that hold for the whole page. */
  actions?: ReactNode
  children: ReactNode
  /** The panel of a chosen row, standing beside the page. */
  sidePanel?: ReactNode
  /** The title is already said in a larger way on the page. */
  quietTitle?: boolean
}

/** The frame of every screen: one heading, its controls, its content, and what stands beside it. */
export function Page({ title, description, actions, children, sidePanel, quietTitle = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Kept`
  }, [title])
  return (
    <div className="flex items-start print:block">
      <div className="min-w-0 flex-1 px-4 pt-6 pb-20 sm:px-8 print:px-2 print:py-0">
        <div className="@container mx-auto max-w-[88rem]">
          <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h1 className={quietTitle ? 'text-small text-soft' : 'text-title font-semibold tracking-tight'}>
                {title}
              </h1>
              {description && <p className="mt-1 max-w-prose text-pretty text-body text-soft">{description}</p>}
            </div>
            {actions && <div className="flex max-w-full flex-wrap items-end gap-2 print:hidden">{actions}</div>}
          </header>
          {children}
        </div>
      </div>
      {sidePanel}
    </div>
  )
}

interface SectionProps {
  title: string
  /** Beside the title: a count, a badge, a link to more. */
  actions?: ReactNode
  description?: ReactNode
  children: ReactNode
  className?: string
}

/** A part of a page under a hairline and a heading. */
export function Section({ title, actions, description, children, className = 'mt-10' }: SectionProps) {
  return (
    <section aria-label={title} className={className}>
      <div className="-mx-2 mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-rule-strong border-b px-2 pb-2">
        <h2 className="text-lead font-semibold">{title}</h2>
        {actions && <div className="text-small text-soft">{actions}</div>}
      </div>
      {description && <p className="mb-3 max-w-prose text-pretty text-small text-soft">{description}</p>}
      {children}
    </section>
  )
}
