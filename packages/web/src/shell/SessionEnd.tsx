import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useState } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import type { SignedIn } from '../session/session.ts'
import { Strip } from './Strip.tsx'
import { countdown, endWords, saidAloud, secondsUntil } from './session-end.ts'

/** Two minutes before a session ends: a question, and once it is put aside a line that goes on counting. */
export default function SessionEnd({ ending }: { ending: SignedIn }) {
  const { session } = useAuth()
  const [asked, setAsked] = useState(true)
  const [busy, setBusy] = useState<'stay' | 'leave' | null>(null)
  const seconds = useSecondsUntil(ending.expiresAt)
  const longer = ending.endsBy === 'idle'
  const act = async (what: 'stay' | 'leave') => {
    setBusy(what)
    try {
      await (what === 'stay' ? session.renew() : session.signOut())
    } catch (error) {
      toasts.show({ tone: 'error', title: 'You are still signed in', body: sentenceOf(error) })
    } finally {
      setBusy(null)
    }
  }
  const stay = (size: 'small' | 'medium') => (
    <Button
      tone="primary"
      size={size}
      busy={busy === 'stay'}
      disabled={busy !== null}
      onClick={() => void act('stay')}
      autoFocus={size === 'medium'}
    >
      Stay signed in
    </Button>
  )
  const leave = (
    <Button busy={busy === 'leave'} disabled={busy !== null} onClick={() => void act('leave')}>
      Sign out
    </Button>
  )
  return (
    <>
      {!asked && (
        <Strip action={longer ? stay('small') : undefined}>
          <span aria-hidden="true">
            You will be signed out in <span className="figure">{countdown(seconds)}</span>.
          </span>
          <Aloud seconds={seconds} />
        </Strip>
      )}
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title="You are about to be signed out"
        words={endWords[ending.endsBy]}
        actions={
          <>
            {leave}
            {longer ? (
              stay('medium')
            ) : (
              <Button tone="primary" onClick={() => setAsked(false)} autoFocus>
                Save what you have
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
      {saidAloud(seconds)}
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
