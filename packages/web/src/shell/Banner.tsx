import { cx } from '@kept/ui/cx.ts'
import type { ReactNode } from 'react'

const tones = { plain: 'bg-sunken', watch: 'bg-watch-wash', leak: 'bg-leak-wash' } as const

/** A line above the screen with a state of the complete page, such as being offline. */
export function Banner({
  tone = 'watch',
  children,
  action,
}: {
  tone?: keyof typeof tones
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-rule border-b px-4 py-2 text-body sm:px-8 print:hidden',
        tones[tone],
      )}
    >
      <div className="min-w-0 flex-1 basis-56 text-pretty">{children}</div>
      {action}
    </div>
  )
}
