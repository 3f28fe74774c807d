import { sentenceOf } from '@kept/client/errors.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAuth } from '../../session/AuthProvider.tsx'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'

/** Signs out when asked to: an address alone must not, or any other site could do it with a picture. */
export function LogoutScreen() {
  const { session } = useAuth()
  const me = useMe().data
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const leave = async () => {
    setBusy(true)
    setFailure('')
    try {
      await session.signOut()
    } catch (error) {
      setFailure(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Page title="Sign out">
      <div className="mt-6 max-w-prose space-y-4 text-body text-soft">
        <p className="font-serif text-title text-ink">Sign out of Kept on this device?</p>
        <p>
          {me && <>You are signed in as {me.user.email}. </>}This signs out every tab of this browser. Other devices
          stay signed in.
        </p>
        {failure && <ErrorPanel title="You are still signed in" message={failure} onRetry={() => void leave()} />}
        <p className="flex gap-2 pt-2">
          <Button tone="primary" isBusy={isBusy} onClick={() => void leave()}>
            Sign out
          </Button>
          <Link to="/" className={buttonClass('plain')}>
            Stay
          </Link>
        </p>
      </div>
    </Page>
  )
}
