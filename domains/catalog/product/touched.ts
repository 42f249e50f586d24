/** The answers of all lists that show products, and what follows from their documents. */
export const TOUCHED = ['/admin/store/product', '/admin/storerepo/product', '/admin/product'] as const
