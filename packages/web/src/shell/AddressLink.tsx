import type { ComponentProps } from 'react'
import { parseSearch } from '../url/search.ts'
import { TextLink } from './TextLink.tsx'

interface AddressLinkProps extends Omit<ComponentProps<typeof TextLink>, 'to' | 'search' | 'hash'> {
  /** As the API names a screen: "/security?tab=keys". */
  href: string
}

/** A link to a screen by its address. */
export function AddressLink({ href, ...rest }: AddressLinkProps) {
  const [to = '', query = ''] = href.split('?')
  return <TextLink to={to} search={parseSearch(query)} {...rest} />
}
