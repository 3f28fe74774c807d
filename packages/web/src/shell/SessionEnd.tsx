import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useState } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import type { SignedIn } from '../session/session.ts'
import { Banner } from './Banner.tsx'
import { announceTime, countdown, endMessages, secondsUntil } from './session-end.ts'

/** Two minutes before a session ends: a question, and once it is put aside a line that goes on counting. */
export default function SessionEnd({ ending }: { ending: SignedIn }) {
  const { session } = useAuth()
  const [isOpen, setIsOpen] = useState(true)
  const [pendingAction, setPendingAction] = useState<'stay' | 'leave' | null>(null)
  const seconds = useSecondsUntil(ending.expiresAt)
  const longer = ending.endsBy === 'idle'
  const act = async (action: 'stay' | 'leave') => {
    setPendingAction(action)
    try {
      await (action === 'stay' ? session.renew() : session.signOut())
    } catch (error) {
      toasts.show({ tone: 'error', title: 'You are still signed in', body: sentenceOf(error) })
    } finally {
      setPendingAction(null)
    }
  }
  const stay = (size: 'small' | 'medium') => (
    <Button
      tone="primary"
      size={size}
      isBusy={pendingAction === 'stay'}
      disabled={pendingAction !== null}
      onClick={() => void act('stay')}
      autoFocus={size === 'medium'}
    >
      Stay signed in
    </Button>
  )
  const leave = (
    <Button isBusy={pendingAction === 'leave'} disabled={pendingAction !== null} onClick={() => void act('leave')}>
      Sign out
    </Button>
  )
  return (
    <>
      {!isOpen && (
        <Banner action={longer ? stay('small') : undefined}>
          <span aria-hidden="true">
            You will be signed out in <span className="figure">{countdown(seconds)}</span>.
          </span>
          <Aloud seconds={seconds} />
        </Banner>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="You're about to be signed out"
        description={endMessages[ending.endsBy]}
        actions={
          <>
            {leave}
            {longer ? (
              stay('medium')
            ) : (
              <Button tone="primary" onClick={() => setIsOpen(false)} autoFocus>
                Save your work
              </Button>
            )}
          </>
        }
      >
        <p aria-hidden="true" className="figure font-serif text-hero">
          {countdown(seconds)}
        </p>
        <Aloud seconds={seconds} />
      </Dialog>
    </>
  )
}

/** For those who listen: a word when it matters, not a number a second. */
function Aloud({ seconds }: { seconds: number }) {
  return (
    <span role="status" className="sr-only">
      {announceTime(seconds)}
    </span>
  )
}

function useSecondsUntil(end: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return secondsUntil(end, now)
}
