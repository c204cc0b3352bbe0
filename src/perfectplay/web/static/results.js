// Whether results of perfect play are shown: on a first visit they are hidden, on all pages.

const KEY = "perfectplay-results";

/** True if somebody has asked for results here before. */
export function resultsShown() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Keeps the choice for the next page. */
export function keepResults(shown) {
  try {
    localStorage.setItem(KEY, shown ? "yes" : "no");
  } catch {
    // without storage the choice is lost with the page
  }
}
