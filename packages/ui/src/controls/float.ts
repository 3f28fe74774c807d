/** The classes of every overlay: menus, lists, and pickers. Only overlays have a shadow. */
export const floatClass =
  'z-50 overflow-y-auto rounded-base border border-rule bg-raised shadow-float outline-none animate-rise'

/** The classes of a list item in an overlay. */
export const itemClass =
  'relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-small px-2 py-1 text-body text-ink outline-none data-[disabled=true]:opacity-50 data-highlighted:bg-hover data-[selected=true]:bg-hover'
