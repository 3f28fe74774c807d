/** The version of the method. Any change that could change an amount raises it; a statement says which it was made by. */
export const methodVersion = 'kept-savings/4'
