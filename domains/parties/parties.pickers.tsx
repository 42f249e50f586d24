/** How parties are chosen on screens of other rooms. */
export {}
