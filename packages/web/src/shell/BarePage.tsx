import { Mark } from '@kept/ui/brand/Mark.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { type ReactNode, useEffect } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'

/** A page for a signed-in user without an organization yet: no menu, and always a sign-out. */
export function BarePage({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children: ReactNode
}) {
  const { state, session } = useAuth()
  useEffect(() => {
    document.title = `${title} · Kept`
  }, [title])
  return (
    <div className="min-h-dvh px-5 pt-6 pb-16 sm:px-10">
      <header className="flex h-8 items-center justify-between gap-4">
        <p className="flex items-center gap-2.5">
          <Mark size={18} />
          <span className="font-serif text-title tracking-tight">Kept</span>
        </p>
        <p className="flex min-w-0 items-center gap-3 text-small text-soft">
          {state.status === 'signed_in' && <span className="truncate">{state.session.user.email}</span>}
          <Button size="small" onClick={() => void session.signOut()}>
            Sign out
          </Button>
        </p>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto mt-10 max-w-xl outline-none">
        <h1 className="font-serif text-display tracking-tight">{title}</h1>
        <p className="mt-2 text-pretty text-body text-soft">{description}</p>
        <div className="mt-6">{children}</div>
      </main>
    </div>
  )
}
