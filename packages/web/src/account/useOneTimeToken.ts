import { useEffect, useState } from 'react'
import { useSearchState } from '../url/useSearchState.ts'

/** The token of a link from a mail. It leaves the address at once, so that it stays in no history and no picture. */
export function useOneTimeToken(): string {
  const [search, setSearch] = useSearchState()
  const [token] = useState(search.token ?? '')
  useEffect(() => {
    if (search.token) setSearch({ token: '' })
  }, [search.token, setSearch])
  return token
}
