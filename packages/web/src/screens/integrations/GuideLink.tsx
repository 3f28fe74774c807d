import { publicPath } from '../../url/base-path.ts'

interface GuideLinkProps {
  path: string
  /** What the guide is about, for those who hear the link without its card. */
  about: string
}

/** Leads to the guide with pictures, in a tab of its own: a form may be half filled in. */
export function GuideLink({ path, about }: GuideLinkProps) {
  return (
    <a href={publicPath(path)} target="_blank" rel="noreferrer" className="text-fact text-small underline">
      Guide<span className="sr-only"> to connect {about}, opens in a new tab</span>
    </a>
  )
}
