/** How screens of other rooms choose categories. Doors §2. */
export { CategorySelect } from './CategorySelect.tsx'
