declare module '*.css' {}

declare module 'virtual:menu-icons' {
  /** address of the picture with the menu icons */
  const address: string
  export default address
}
