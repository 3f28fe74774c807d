import { Mark } from '@kept/ui/brand/Mark.tsx'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

interface AuthPageProps {
  title: string
  description?: ReactNode
  children: ReactNode
  /** Under the form: the other ways. */
  foot?: ReactNode
}

/** The layout of sign-in pages: the product on one side, a form on the other; on a phone the form only. */
export function AuthPage({ title, description, children, foot }: AuthPageProps) {
  useEffect(() => {
    document.title = `${title} · Kept`
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Offer />
      <main id="main" tabIndex={-1} className="flex flex-col px-5 pt-6 pb-16 outline-none sm:px-10">
        <Link to="/auth/login" className="flex h-8 w-fit items-center gap-2.5 rounded-base lg:invisible">
          <Mark size={18} />
          <span className="font-serif text-title tracking-tight">Kept</span>
        </Link>
        <div className="mx-auto mt-8 w-full max-w-sm sm:mt-[9vh]">
          <h1 className="font-serif text-display tracking-tight">{title}</h1>
          {description && <div className="mt-2 text-pretty text-body text-soft">{description}</div>}
          <div className="mt-6">{children}</div>
          {foot && <div className="mt-8 border-rule border-t pt-4 text-body text-soft">{foot}</div>}
        </div>
      </main>
    </div>
  )
}

/** What Kept is for, in one sentence and one bar. */
function Offer() {
  return (
    <aside
      aria-label="About Kept"
      className="sticky top-0 hidden h-dvh flex-col justify-between overflow-y-auto border-rule border-r bg-sunken px-10 py-6 lg:flex"
    >
      <p className="flex h-8 items-center gap-2.5">
        <Mark size={18} />
        <span className="font-serif text-title tracking-tight">Kept</span>
      </p>
      <div className="max-w-md">
        <p className="text-balance font-serif text-hero tracking-tight">
          Know your cloud spend to the cent. Keep 75% of what you save.
        </p>
        <div aria-hidden="true" className="mt-8 flex h-3 gap-0.5">
          <div className="w-3/4 rounded-l-hair bg-kept" />
          <div className="flex-1 rounded-r-hair bg-kept-wash" />
        </div>
        <p className="mt-2 flex justify-between gap-4 text-small text-soft">
          <span>You keep 75% of verified savings</span>
          <span className="text-faint">25% fee</span>
        </p>
      </div>
      <p className="max-w-sm text-small text-faint">No savings, no fee. Every figure traces back to your bill.</p>
    </aside>
  )
}
