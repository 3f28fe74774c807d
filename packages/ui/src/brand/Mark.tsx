/** The logo: a square, three quarters filled. */
export function Mark({ size = 20, title }: { size?: number; title?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className="shrink-0"
    >
      <rect
        x="0.75"
        y="0.75"
        width="14.5"
        height="14.5"
        rx="2.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path d="M2.5 2.5h8.25v11H2.5z" fill="currentColor" />
    </svg>
  )
}
