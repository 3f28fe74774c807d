import { useEffect } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { live } from './live.ts'

/** Holds the live connection for as long as somebody is signed in. Draws nothing. */
export default function LiveWatch() {
  const { state } = useAuth()
  const userId = state.status === 'signed_in' ? state.session.user.id : null
  useEffect(() => {
    live.start(userId)
    return () => live.stop()
  }, [userId])
  return null
}
