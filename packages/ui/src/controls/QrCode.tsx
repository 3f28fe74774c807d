import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** The accessible name. The page must also show the code as text. */
  label: string
  size?: number
}

/** A QR code, rendered in the browser. Always dark on light, so that cameras can read it. */
export function QrCode({ text, label, size = 176 }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className="rounded-small border border-rule"
    >
      <rect width={modules} height={modules} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
