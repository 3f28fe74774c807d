import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { describeLoginFailure } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { api } from '../../api/client.ts'
import { useSearchState } from '../../url/useSearchState.ts'

const roles = [
  { as: 'demo-client', link: 'client', label: 'As a client' },
  { as: 'demo-admin', link: 'admin', label: 'As an organization admin' },
] as const
type As = (typeof roles)[number]['as']

/** Half an hour in the demo organization, without an account. `?demo=client` and `?demo=admin` enter it at once. */
export function ExploreDemo() {
  const [pendingRole, setPendingRole] = useState<As | null>(null)
  const arrived = useCompleteSignIn()
  const explore = async (as: As) => {
    setPendingRole(as)
    try {
      await arrived(await api.auth.demo.call({ as }))
    } catch (error) {
      toasts.show({ tone: 'error', title: describeLoginFailure(error) })
    } finally {
      setPendingRole(null)
    }
  }
  const [{ demo }] = useSearchState()
  const linked = roles.find(({ link }) => link === demo)?.as
  const hasFollowed = useRef(false)
  useEffect(() => {
    if (linked === undefined || hasFollowed.current) return
    hasFollowed.current = true
    void explore(linked)
  })
  return (
    <section aria-labelledby="demo" className="mt-8 border-rule border-t pt-5">
      <h2 id="demo" className="text-lead font-semibold">
        Explore the demo
      </h2>
      <p className="mt-0.5 text-small text-soft">
        30 minutes with seven months of bills from three clouds. No account needed.
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {roles.map(({ as, label }) => (
          <Button key={as} isBusy={pendingRole === as} disabled={pendingRole !== null} onClick={() => void explore(as)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}
