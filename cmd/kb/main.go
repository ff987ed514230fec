// Command kb searches and guards the knowledge that a git repository holds as markdown.
package main

func main() {}
