import { useEffect } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { live } from './live.ts'

/** Holds the live connection while a user is signed in. Renders nothing. */
export default function LiveUpdates() {
  const { state } = useAuth()
  const userId = state.status === 'signed_in' ? state.session.user.id : null
  useEffect(() => {
    live.start(userId)
    return () => live.stop()
  }, [userId])
  // It gave up after five tries; a network that comes back, or a person who looks again, is worth another.
  useEffect(() => {
    const retry = () => {
      if (document.visibilityState === 'visible') live.retry()
    }
    addEventListener('online', retry)
    document.addEventListener('visibilitychange', retry)
    return () => {
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [])
  return null
}
